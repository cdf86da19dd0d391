import { countVisits, type Exchange, exportVisits, getVisit } from '@kingcar/client'
import { useDecisionLabels, useDecisions, type VisitDetail, type VisitRow, visitKinds } from '@kingcar/contract'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { exchange } from '../../api/api.ts'
import { IfMay } from '../api/rights.tsx'
import { useServerNow } from '../api/use-server-now.ts'
import { Button } from '../components/controls.tsx'
import { useStable } from '../components/use-stable.ts'
import { useToastedAction } from '../components/use-toasted-action.ts'
import { CsvButton } from '../list/CsvButton.tsx'
import { ChoiceFilter, Filters, PeriodFilter, SearchFilter } from '../list/filters.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { rememberRows } from '../list/return-position.ts'
import { useChosenRows } from '../list/use-chosen-rows.tsx'
import { countedBy, type ListView } from '../list/ViewTabs.tsx'
import { announce } from '../page/announce.ts'
import { copy } from '../text/copy.ts'
import { amount, dateOf } from '../text/format.ts'
import { CorrectDialog } from './CorrectDialog.tsx'
import { columnsOf } from './columns.tsx'
import { text } from './copy.ts'
import { NoteDialog } from './NoteDialog.tsx'
import { useRefreshVisit } from './use-refresh-visit.ts'
import { useSpokenArrivals } from './use-spoken-arrivals.ts'
import { useVisits } from './use-visits.ts'
import type { Waiting } from './visit-list.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The page opens with the form for a visit that no recognizer read. */
    noting?: true
  }
}

const kinds = visitKinds.map((kind) => [kind, text.kinds[kind]] as const)
const reviews = [['open', text.inReview]] as const
const decisions = useDecisions.map((decision) => [decision, useDecisionLabels[decision]] as const)

/** Texts about waiting visits, with their number if it is certain. */
function newsOf({ count, certain }: Waiting) {
  if (count === 0) return undefined
  return certain
    ? { show: text.show(amount(count)), arrived: text.arrived(amount(count)), shown: text.refreshed }
    : { show: text.reload, arrived: text.possible, shown: text.reloaded }
}

const counting = countedBy(countVisits)
const viewsOf = (today: string): ListView[] => [
  { name: copy.filters.today, search: { from: today, to: today } },
  { name: text.guestsToday, search: { kind: 'guest', from: today, to: today } },
  { name: text.inReview, search: { review: 'open' } },
  { name: text.noProductToday, search: { useDecision: 'noProduct', from: today, to: today } },
]

const peek = async () => (await import('./VisitPeek.tsx')).VisitPeek

/** The live list of visits. New ones wait behind a button, so that the list never moves by itself. */
export function VisitsPage() {
  const today = dateOf(useServerNow(60_000))
  const { page = 0, size, ...shown } = useSearch({ from: '/manage/visits' })
  const { stores: _, ...filter } = shown
  const navigate = useNavigate()
  const { query, waiting } = useVisits({ filter, page, ...(size !== undefined && { size }) })
  const [noting, setNoting] = useState(useLocation({ select: ({ state }) => state.noting === true }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    // Not again after a reload, or on the way back.
    if (noting) void navigate({ to: '.', search: true, replace: true })
  }, [])
  const [correcting, setCorrecting] = useState<Exchange<VisitDetail>>()
  const { act: openProposal } = useToastedAction(copy.failures.action, async ({ id }: VisitRow) =>
    setCorrecting(await exchange(getVisit, { id })),
  )
  const propose = useStable(openProposal)
  const columns = useMemo(() => columnsOf(propose), [propose])
  const refreshVisit = useRefreshVisit()
  const list = useRef<HTMLDivElement>(null)

  const rows = query.data?.content
  useEffect(() => {
    if (rows !== undefined)
      rememberRows(
        '/manage/visits',
        rows.map(({ id }) => id),
      )
  }, [rows])

  const news = newsOf(waiting)
  useSpokenArrivals(news?.arrived)

  const showNew = async () => {
    if (page > 0) await navigate({ to: '/manage/visits', search: { ...shown, ...(size !== undefined && { size }) } })
    await query.refetch()
    // The button disappears, so the focus moves to the list.
    list.current?.focus({ preventScroll: true })
    announce(news?.shown ?? text.refreshed)
  }

  const corrected = async (visit: Exchange<VisitDetail>) => {
    await refreshVisit(visit)
    // The pressed button disappears with the proposal, so the focus moves to the list.
    list.current?.focus({ preventScroll: true })
  }
  const csv = { personal: true, op: exportVisits, input: filter, name: text.file }
  const bulk = useChosenRows({ items: rows, nameOf: ({ carNumber }) => carNumber, csv })

  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={
        <>
          <CsvButton {...csv} />
          <IfMay op="noteVisit">
            <Button tone="primary" onClick={() => setNoting(true)}>
              {text.note.open}
            </Button>
          </IfMay>
        </>
      }
      filters={
        <Filters views={viewsOf(today)} counting={counting}>
          <PeriodFilter />
          <SearchFilter name="carNumber" label={text.plateFilter} placeholder={text.plateHint} />
          <SearchFilter name="member" label={text.memberFilter} placeholder={text.memberHint} />
          <ChoiceFilter name="kind" label={text.kind} choices={kinds} />
          <ChoiceFilter name="useDecision" label={text.useDecision} choices={decisions} />
          <ChoiceFilter name="review" label={text.review} choices={reviews} />
        </Filters>
      }
      caption={text.list}
      columns={columns}
      keyOf={({ id }) => id}
      query={query}
      bulk={bulk}
      peek={peek}
      list={list}
      news={
        news !== undefined && (
          <Button tone="primary" onClick={() => void showNew()}>
            {news.show}
          </Button>
        )
      }
      empty={{ title: text.empty, hint: text.emptyHint }}
      dimmed={({ mergedInto }) => mergedInto !== null}
    >
      {noting && <NoteDialog storeId={filter.storeId} onClose={() => setNoting(false)} onNoted={query.refetch} />}
      {correcting !== undefined && (
        <CorrectDialog
          visit={correcting}
          proposed={correcting.result.pastCorrection?.carNumber}
          onClose={() => setCorrecting(undefined)}
          onCurrent={corrected}
        />
      )}
    </ListPage>
  )
}
