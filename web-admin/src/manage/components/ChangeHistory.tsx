import { listAuditLogs } from '@kingcar/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { call } from '../../api/api.ts'
import { useMay } from '../api/rights.tsx'
import { copy } from '../text/copy.ts'
import { Failure } from './Failure.tsx'
import styles from './history.module.css'
import { useLazyDialog } from './use-lazy-dialog.ts'

const shown = 5
/** Loaded on demand with the labels of all fields, which the form does not need. */
const load = async () => (await import('./HistoryEntries.tsx')).HistoryEntries

/** The latest changes of an entity: who changed which fields. */
export function ChangeHistory({ entityId }: { entityId: string }) {
  const mayRead = useMay()('listAuditLogs')
  const { data, error, refetch } = useQuery({
    queryKey: ['auditLogs', entityId],
    queryFn: () => call(listAuditLogs, { q: entityId, size: shown }),
    enabled: mayRead,
  })
  const { Dialog: HistoryEntries, show } = useLazyDialog(load, copy.history.failed)
  const latestShow = useRef(show)
  useEffect(() => {
    if (mayRead) latestShow.current()
  }, [mayRead])
  if (!mayRead) return null
  return (
    <section className={styles.history} aria-labelledby={`history-${entityId}`}>
      <h2 id={`history-${entityId}`}>{copy.history.title}</h2>
      {error !== null && <Failure title={copy.history.failed} cause={error} retry={() => void refetch()} />}
      {data?.empty && <p>{copy.history.nothing}</p>}
      {data !== undefined && !data.empty && HistoryEntries !== null && <HistoryEntries entries={data.content} />}
      {data !== undefined && !data.last && (
        <Link to="/manage/audit" search={{ q: entityId }}>
          {copy.history.all}
        </Link>
      )}
    </section>
  )
}
