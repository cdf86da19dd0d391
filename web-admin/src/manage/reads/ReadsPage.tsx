import { listReadReviews } from '@kingcar/client'
import { type ReviewedRead, reviewReasonLabels } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { everyDeviceQuery, listQuery, storesQuery } from '../api/queries.ts'
import { useMay } from '../api/rights.tsx'
import { Failure } from '../components/Failure.tsx'
import { Moment } from '../components/Moment.tsx'
import { Page } from '../components/Page.tsx'
import { PlatePicture } from '../images/PlatePicture.tsx'
import { ChoiceFilter, Filters } from '../list/filters.tsx'
import { NoRows } from '../list/NoRows.tsx'
import { Pagination, rangeOf } from '../list/Pagination.tsx'
import { copy } from '../text/copy.ts'
import { choicesOf } from './choices.ts'
import { text } from './copy.ts'
import { ReadCard } from './ReadCard.tsx'
import styles from './reads.module.css'
import { keyOf, useDecisions } from './use-decisions.ts'
import { useReviewKeys } from './use-review-keys.ts'

/** Milliseconds between two requests for new reads while the page is visible. */
const refetchEvery = 10_000
const states = (['accepted', 'dismissed'] as const).map((state) => [state, text.states[state]] as const)

/** Reads that await a decision: one large at a time, decided with one key each, beside the list of all. */
export function ReadsPage() {
  const { stores: _, ...search } = useSearch({ from: '/manage/reads' })
  const query = useQuery({ ...listQuery(listReadReviews, search), refetchInterval: refetchEvery })
  const { data: stores = [] } = useQuery(storesQuery)
  const { data: devices = [] } = useQuery(everyDeviceQuery)
  const names = new Map([...stores, ...devices].map(({ id, name }) => [id, name]))
  const ofStore = devices.filter(({ storeId }) => search.storeId === undefined || storeId === search.storeId)
  const { data, error, refetch } = query
  return (
    <Page title={text.title} lead={text.lead}>
      <Filters>
        <ChoiceFilter
          name="deviceId"
          label={text.device}
          choices={ofStore.map(({ id, name }) => [id, name] as const)}
        />
        <ChoiceFilter name="reviewState" label={text.state} all={text.states.open} choices={states} />
      </Filters>
      {error !== null && <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <div className={styles.loading} aria-busy />}
      {data !== undefined && (
        <Reads reads={data.content} originOf={(read) => originOf(read, names)} beyond={data.totalElements > 0}>
          <span role="status">{!data.empty && rangeOf(data)}</span>
        </Reads>
      )}
      {data !== undefined && !data.empty && <Pagination page={data} />}
    </Page>
  )
}

const originOf = ({ storeId, deviceId }: ReviewedRead, names: ReadonlyMap<string, string>) =>
  [storeId, deviceId].flatMap((id) => names.get(id) ?? []).join(' ')

type ReadsProps = {
  reads: readonly ReviewedRead[]
  originOf: (read: ReviewedRead) => string
  /** There are reads on other pages. */
  beyond: boolean
  children: React.ReactNode
}

function Reads({ reads, originOf, beyond, children }: ReadsProps) {
  const { decided, last, accept, dismiss } = useDecisions()
  const shown = reads.filter((read) => !decided.has(keyOf(read)))
  const [chosen, setChosen] = useState<{ key: string; at: number }>({ key: '', at: 0 })
  const found = shown.findIndex((read) => keyOf(read) === chosen.key)
  const at = found >= 0 ? found : Math.min(chosen.at, Math.max(0, shown.length - 1))
  const current = shown[at]
  const card = useRef<HTMLElement>(null)
  const mayDecide = useMay()('acceptRead')

  const show = (next: number) => {
    const read = shown[next]
    if (read) setChosen({ key: keyOf(read), at: next })
  }
  /** The next read takes the place of a decided one, and the focus leaves the pressed button. */
  const decide = (action: (read: ReviewedRead) => void) => {
    if (current?.reviewState !== 'open' || !mayDecide) return
    setChosen({ key: shown[at + 1] ? keyOf(shown[at + 1] as ReviewedRead) : '', at })
    card.current?.focus({ preventScroll: true })
    action(current)
  }
  const acceptAs = (carNumber: string) => decide((read) => accept(read, carNumber))
  useReviewKeys(card, {
    choose: (choice) => {
      const offered = current && choicesOf(current)[choice]
      if (offered) acceptAs(offered.carNumber)
    },
    dismiss: () => decide(dismiss),
    move: (by) => show(at + by),
  })
  return (
    <>
      {last !== undefined && <Last read={last} />}
      {current === undefined && reads.length > 0 && <div className={styles.loading} aria-busy />}
      {current === undefined && reads.length === 0 && (
        <NoRows beyond={beyond} empty={{ title: text.empty, hint: text.emptyHint }} />
      )}
      {current !== undefined && (
        <div className={styles.columns}>
          <ReadCard
            read={current}
            place={text.place(at + 1, shown.length)}
            origin={originOf(current)}
            card={card}
            onAccept={acceptAs}
            onDismiss={() => decide(dismiss)}
            onMove={(by) => show(at + by)}
          />
          <div className={styles.list}>
            {children}
            <List reads={shown} at={at} onChosen={show} />
          </div>
        </div>
      )}
    </>
  )
}

function List({ reads, at, onChosen }: { reads: readonly ReviewedRead[]; at: number; onChosen: (at: number) => void }) {
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item is the current one
  useEffect(() => {
    const item = list.current?.querySelector('[aria-current]')
    const [box, row] = [list.current?.getBoundingClientRect(), item?.getBoundingClientRect()]
    if (list.current && box && row)
      list.current.scrollTop += Math.min(0, row.top - box.top) + Math.max(0, row.bottom - box.bottom)
  }, [at, reads.length])
  return (
    <ul ref={list} className={styles.reads} aria-label={text.list}>
      {reads.map((read, place) => (
        <li key={keyOf(read)}>
          <button
            type="button"
            className={styles.read}
            aria-current={place === at ? 'true' : undefined}
            onClick={() => onChosen(place)}
          >
            <PlatePicture imageId={read.imageId} boundingBox={read.boundingBox} />
            <span className={styles.what}>
              <b>{read.carNumber}</b>
              <span>{reviewReasonLabels[read.reason]}</span>
              <Moment at={read.recognizedAt} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The decision made last, with its visit, which can be corrected. */
function Last({ read: { acceptedCarNumber, carNumber, visitId } }: { read: ReviewedRead }) {
  return (
    <p className={styles.last}>
      {acceptedCarNumber === null ? text.dismissed(carNumber) : text.accepted(acceptedCarNumber)}{' '}
      {visitId !== null && (
        <Link to="/manage/visits/$id" params={{ id: visitId }}>
          {text.visit}
        </Link>
      )}
    </p>
  )
}
