import { listAuditLogs } from '@kingcar/client'
import { type AuditLog, auditActionLabel, auditFieldLabel } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/api.ts'
import { copy } from '../text/copy.ts'
import { Failure } from './Failure.tsx'
import styles from './history.module.css'
import { Moment } from './Moment.tsx'

const shown = 5

/** The latest changes of an entity: who changed which fields. */
export function ChangeHistory({ entityId }: { entityId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['auditLogs', entityId],
    queryFn: () => call(listAuditLogs, { q: entityId, size: shown }),
  })
  return (
    <section className={styles.history} aria-labelledby={`history-${entityId}`}>
      <h2 id={`history-${entityId}`}>{copy.history.title}</h2>
      {error !== null && <Failure title={copy.history.failed} cause={error} retry={() => void refetch()} />}
      {data?.empty && <p>{copy.history.nothing}</p>}
      {data !== undefined && !data.empty && (
        <ol>
          {data.content.map((entry) => (
            <li key={entry.id}>
              <span>
                {entry.actorName} · {changeIn(entry)}
              </span>
              <Moment at={entry.at} />
            </li>
          ))}
        </ol>
      )}
      {data !== undefined && !data.last && (
        <Link to="/manage/audit" search={{ q: entityId }}>
          {copy.history.all}
        </Link>
      )}
    </section>
  )
}

/** `제목, 내용 수정` for an update, else the action. */
function changeIn({ action, entity, before, after }: AuditLog): string {
  const fields = action.startsWith('update') ? fieldsOf(before, after) : []
  if (fields.length === 0) return auditActionLabel(action)
  return copy.history.changed(fields.map((field) => auditFieldLabel(entity, field)).join(', '))
}

/** The changed fields of an entry; none if the entry was truncated because it was too long. */
function fieldsOf(before: unknown, after: unknown): string[] {
  const named = [before, after].flatMap((each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each) ? Object.keys(each) : [],
  )
  return [...new Set(named)]
}
