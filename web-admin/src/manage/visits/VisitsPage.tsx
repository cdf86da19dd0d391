import { exportVisits } from '@kingcar/client'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { announce } from '../announce.ts'
import { Button } from '../components/controls.tsx'
import { amount, dateOf } from '../format.ts'
import { CsvButton } from '../list/CsvButton.tsx'
import { Filters, PeriodFilter, SearchFilter, StoreFilter } from '../list/filters.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { useNow } from '../use-now.ts'
import { columnsOf } from './columns.tsx'
import { text } from './copy.ts'
import { NoteDialog } from './NoteDialog.tsx'
import { useVisits } from './use-visits.ts'

/** Visits as they happen, on a list that never moves by itself. */
export function VisitsPage() {
  const { page = 0, ...filter } = useSearch({ from: '/manage/visits' })
  const navigate = useNavigate()
  const { query, waiting } = useVisits({ filter, page })
  const today = dateOf(useNow(10_000))
  const [noting, setNoting] = useState(false)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (waiting > 0) announce(text.arrived(amount(waiting)))
  }, [waiting])

  const showNew = async () => {
    if (page > 0) await navigate({ to: '/manage/visits', search: filter })
    await query.refetch()
    // The button goes; who pressed it goes on with what it brought.
    list.current?.focus({ preventScroll: true })
    announce(text.refreshed)
  }

  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={
        <>
          <CsvButton op={exportVisits} input={filter} name={text.file} />
          <Button tone="primary" onClick={() => setNoting(true)}>
            {text.note.open}
          </Button>
        </>
      }
      filters={
        <Filters>
          <PeriodFilter />
          <StoreFilter />
          <SearchFilter name="carNumber" label={text.plateFilter} placeholder={text.plateHint} />
          <SearchFilter name="member" label={text.memberFilter} placeholder={text.memberHint} />
        </Filters>
      }
      caption={text.list}
      columns={columnsOf(today)}
      keyOf={({ id }) => id}
      query={query}
      list={list}
      news={
        waiting > 0 && (
          <Button tone="primary" onClick={() => void showNew()}>
            {text.show(amount(waiting))}
          </Button>
        )
      }
      empty={{ title: text.empty, hint: text.emptyHint }}
      dimmed={({ mergedInto }) => mergedInto !== null}
    >
      {noting && <NoteDialog storeId={filter.storeId} onClose={() => setNoting(false)} onNoted={query.refetch} />}
    </ListPage>
  )
}
