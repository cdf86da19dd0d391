import { type Exchange, getVisit, listUseLogs } from '@kingcar/client'
import type { UseLogDetail, VisitDetail, VisitRow } from '@kingcar/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand/react'
import { call, exchange, session } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { holdAwake, toggleFullScreen } from '../../wall/kiosk/display.ts'
import { IfMay } from '../api/rights.tsx'
import { useServerNow } from '../api/use-server-now.ts'
import { Button } from '../components/controls.tsx'
import { Failure } from '../components/Failure.tsx'
import { Page } from '../components/Page.tsx'
import { useLoadFailure } from '../components/use-load-failure.ts'
import { loadSellDialog } from '../counter-sales/SellButton.tsx'
import { PlatePicture } from '../images/PlatePicture.tsx'
import { copy } from '../text/copy.ts'
import { timeOf } from '../text/format.ts'
import { ReverseUseDialog } from '../use-logs/ReverseUseDialog.tsx'
import { CorrectDialog } from '../visits/CorrectDialog.tsx'
import { text as visitText } from '../visits/copy.ts'
import { NoteDialog } from '../visits/NoteDialog.tsx'
import { UseByHandDialog } from '../visits/UseByHandDialog.tsx'
import { useRefreshVisit } from '../visits/use-refresh-visit.ts'
import styles from './board.module.css'
import { text } from './copy.ts'
import { entitlementOf } from './entitlement.ts'
import { Recognizers } from './Recognizers.tsx'
import { type Ask, type Task, Tile } from './Tile.tsx'
import { boardSound, switchBoardSound } from './tones.ts'
import { type OfStore, size, staleAfter, useArrivals, useBoard, useDoubtfulReads } from './use-board.ts'

/** The latest cars at the lane with their entitlement, for the staff; one board for each store. */
export function BoardPage() {
  const { storeId } = useSearch({ from: '/manage/board' })
  return <Board key={storeId} ofStore={storeId === undefined ? {} : { storeId }} />
}

type Asked = { task: Exclude<Task, 'sell'>; visit: Exchange<VisitDetail>; uses: UseLogDetail[] }

function Board({ ofStore }: { ofStore: OfStore }) {
  const { query, visits, slots, newest, asOf } = useBoard(ofStore)
  const failure = useLoadFailure(query)
  useServerNow(5_000)
  const now = session.serverNow() // cars may have come since the current period of five seconds began
  const sound = useStore(boardSound, ({ on }) => on)
  const client = useQueryClient()
  const refreshVisit = useRefreshVisit()
  const [asked, setAsked] = useState<Asked>()
  const [noting, setNoting] = useState(false)
  // Not in the tile, which disappears when other cars come.
  const [sale, setSale] = useState<{ SellDialog: Awaited<ReturnType<typeof loadSellDialog>>; visit: VisitRow }>()
  const presses = useRef(0)
  const id = useId()
  useEffect(holdAwake, [])
  useArrivals(visits)

  const refresh = () => client.invalidateQueries({ queryKey: ['visits'] })
  // Each button loads separately, so that a slow response does not delay another car. The button that was pressed last
  // opens its dialog.
  const ask: Ask = async (task, row) => {
    presses.current += 1
    const press = presses.current
    if (task === 'sell') {
      const SellDialog = await loadSellDialog()
      if (press === presses.current) setSale({ SellDialog, visit: row })
      return
    }
    const needsUses = task !== 'correct' && row.memberId !== null
    const [visit, uses] = await Promise.all([
      exchange(getVisit, { id: row.id }),
      needsUses ? call(listUseLogs, { visitId: row.id, size: 100 }) : { content: [] },
    ])
    if (press !== presses.current) return
    setAsked({ task, visit, uses: uses.content })
    // Another administrator has reversed it in the meantime.
    if (task === 'reverse' && lastUse(uses.content) === undefined) notify.error(text.noUse)
  }
  const note = () => {
    presses.current += 1
    setNoting(true)
  }
  const close = () => {
    setAsked(undefined)
    void refresh()
  }
  const reversed = asked?.task === 'reverse' ? lastUse(asked.uses) : undefined
  const latest = visits?.find((visit) => visit.id === newest)
  const isStale = visits !== undefined && now - asOf > staleAfter
  const updatedAt = timeOf(new Date(asOf).toISOString())

  return (
    <Page
      title={text.title}
      lead={text.lead}
      actions={
        <div className={styles.tools}>
          <Button aria-pressed={sound} onClick={() => switchBoardSound(!sound)}>
            {text.sound} <span aria-hidden>{sound ? text.on : text.off}</span>
          </Button>
          <Button onClick={() => void toggleFullScreen()}>{text.fullScreen}</Button>
          <IfMay op="noteVisit">
            <Button tone="primary" onClick={note}>
              {visitText.note.open}
            </Button>
          </IfMay>
        </div>
      }
    >
      <div className={styles.strip} data-fills-display>
        <Recognizers ofStore={ofStore} now={now} />
        {visits !== undefined && !isStale && <span className={styles.fresh}>{text.fresh(updatedAt.slice(0, 5))}</span>}
        <span className={styles.stale} role="status">
          {isStale && text.stale(updatedAt)}
        </span>
        <Link to="/manage/visits" search={ofStore} className={styles.all}>
          {text.all}
        </Link>
      </div>
      {failure !== null && (
        <Failure
          title={copy.failures.list}
          cause={failure}
          busy={query.isFetching}
          retry={() => void query.refetch()}
        />
      )}
      <div className={styles.latest}>
        {latest !== undefined && (
          <button type="button" data-tone={entitlementOf(latest).tone} onClick={() => showTile(latest.id)}>
            <small>{text.newest}</small> <b>{latest.carNumber}</b> <span>{entitlementOf(latest).word}</span>
          </button>
        )}
        {query.data !== undefined && latest === undefined && <p>{text.empty}</p>}
      </div>
      <section aria-labelledby={id}>
        <h2 id={id} className={styles.heading}>
          {text.cars}
        </h2>
        <ul className={styles.tiles} aria-busy={query.isPending}>
          {Array.from({ length: size }, (_, at) => {
            const visit = slots[at]
            // A free place takes the space of a car, so that nothing moves when a car comes.
            // biome-ignore lint/suspicious/noArrayIndexKey: a place stays where it is
            if (visit === undefined) return <li key={at} className={styles.place} aria-hidden />
            return (
              <Tile
                key={visit.id}
                {...{ visit, ask }}
                isNewest={visit.id === newest}
                showsStore={ofStore.storeId === undefined}
              />
            )
          })}
        </ul>
      </section>
      <DoubtfulReads ofStore={ofStore} />
      {noting && <NoteDialog storeId={ofStore.storeId} onClose={() => setNoting(false)} onNoted={refresh} />}
      {sale !== undefined && sale.visit.memberId !== null && (
        <sale.SellDialog
          member={{ id: sale.visit.memberId, name: sale.visit.name }}
          storeId={sale.visit.storeId}
          onClose={() => setSale(undefined)}
        />
      )}
      {asked?.task === 'correct' && (
        <CorrectDialog
          visit={asked.visit}
          proposed={asked.visit.result.pastCorrection?.carNumber}
          onClose={close}
          onCurrent={refreshVisit}
        />
      )}
      {asked?.task === 'use' && asked.visit.result.memberId !== null && (
        <UseByHandDialog
          visit={asked.visit.result}
          memberId={asked.visit.result.memberId}
          uses={asked.uses}
          onClose={close}
        />
      )}
      {reversed !== undefined && <ReverseUseDialog use={reversed} onClose={close} />}
    </Page>
  )
}

/** Scrolls to a tile. Tiles keep their places, so the tile of the latest car can be outside of the visible part. */
function showTile(id: string): void {
  const tile = document.getElementById(id)
  tile?.scrollIntoView({ block: 'center' })
  tile?.focus({ preventScroll: true })
}

const lastUse = (uses: readonly UseLogDetail[]) => uses.find(({ reversedAt }) => reversedAt === null)

/** Reads that count as no visit until an administrator decides. They are last, so that they do not move cars. */
function DoubtfulReads({ ofStore }: { ofStore: OfStore }) {
  const query = useDoubtfulReads(ofStore)
  const failure = useLoadFailure(query)
  const { data, isFetching, refetch } = query
  const id = useId()
  if (failure !== null)
    return <Failure title={text.reads.failed} cause={failure} busy={isFetching} retry={() => void refetch()} />
  if (data === undefined || data.content.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {text.reads.title}
      </h2>
      <ul className={styles.reads}>
        {data.content.map(({ readId, deviceId, imageId, boundingBox, carNumber }) => (
          <li key={`${deviceId}-${readId}`}>
            <Link to="/manage/reads" search={ofStore} className={styles.read}>
              {imageId !== null && <PlatePicture {...{ imageId, boundingBox }} />}
              <span>{carNumber}</span> <b>{text.reads.check}</b>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
