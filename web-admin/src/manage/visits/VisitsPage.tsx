import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import button from '../../components/button.module.css'
import { announce } from '../announce.ts'
import { Button } from '../components/controls.tsx'
import { Empty } from '../components/Empty.tsx'
import { Failure } from '../components/Failure.tsx'
import { Page } from '../components/Page.tsx'
import { BeyondLastPage, Pagination, rangeOf } from '../components/Pagination.tsx'
import { Table } from '../components/Table.tsx'
import { copy } from '../copy.ts'
import { amount, beginningOf, longDate } from '../format.ts'
import { columns } from './columns.tsx'
import { Figures } from './Figures.tsx'
import { StoreFilter } from './StoreFilter.tsx'
import { useToday, useVisits } from './use-visits.ts'
import styles from './visits.module.css'

const text = copy.visits

/** Today's visits as they happen, on a list that never moves by itself. */
export function VisitsPage() {
  const { storeId, page = 0 } = useSearch({ from: '/manage/' })
  const navigate = useNavigate()
  const today = useToday()
  const { asked, rows, waiting } = useVisits(today, { storeId, page })
  const { data, error, refetch } = asked
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (waiting > 0) announce(text.arrived(amount(waiting)))
  }, [waiting])

  const showNew = async () => {
    if (page > 0) await navigate({ to: '/manage', search: storeId === undefined ? {} : { storeId } })
    await refetch()
    // The button goes; who pressed it goes on with what it brought.
    list.current?.focus({ preventScroll: true })
    announce(text.refreshed)
  }

  return (
    <Page title={text.title} lead={longDate(beginningOf(today))} actions={<StoreFilter storeId={storeId} />}>
      <Figures today={today} storeId={storeId} />
      {error !== null && <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />}
      <div className={styles.toolbar}>
        <span>{data !== undefined && !data.page.empty && rangeOf(data.page)}</span>
        {waiting > 0 && (
          <Button tone="primary" onClick={() => void showNew()}>
            {text.show(amount(waiting))}
          </Button>
        )}
      </div>
      <div ref={list} className={styles.list} tabIndex={-1}>
        {data?.page.empty ? (
          <Nothing storeId={storeId} beyond={data.page.totalElements > 0} />
        ) : error !== null && rows === undefined ? null : (
          <Table
            caption={text.list}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            outdated={asked.isPlaceholderData}
            dimmed={({ mergedInto }) => mergedInto !== null}
          />
        )}
      </div>
      {data !== undefined && !data.page.empty && <Pagination page={data.page} />}
    </Page>
  )
}

function Nothing({ storeId, beyond }: { storeId: string | undefined; beyond: boolean }) {
  if (beyond) {
    return (
      <Empty title={copy.pages.beyond}>
        <BeyondLastPage />
      </Empty>
    )
  }
  if (storeId === undefined) {
    return (
      <Empty title={text.empty}>
        <p>{text.emptyHint}</p>
      </Empty>
    )
  }
  return (
    <Empty title={text.emptyStore}>
      <Link to="/manage" className={button.quiet}>
        {text.clearStore}
      </Link>
    </Empty>
  )
}
