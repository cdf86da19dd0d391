import { listAuditLogs } from '@kingcar/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api.ts'
import { copy } from '../copy.ts'
import { momentOf } from '../format.ts'
import { Failure } from './Failure.tsx'
import styles from './history.module.css'

type ChangeHistoryProps = {
  entityId: string
  /** What changed in words: of an action and the fields it touched. */
  wordsFor: (action: string, fields: readonly string[]) => string
}

const shown = 5

/** Who changed a thing last, and what of it. */
export function ChangeHistory({ entityId, wordsFor }: ChangeHistoryProps) {
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
          {data.content.map(({ id, at, actorName, action, before, after }) => (
            <li key={id}>
              <span>
                {actorName} · {wordsFor(action, fieldsOf(before, after))}
              </span>
              <time dateTime={at}>{momentOf(at)}</time>
            </li>
          ))}
        </ol>
      )}
      {data !== undefined && !data.last && (
        <Link to={'/manage/audit' as string} search={{ q: entityId } as never}>
          {copy.history.all}
        </Link>
      )}
    </section>
  )
}

/** The fields that an entry names; one that was too long for its page names none. */
function fieldsOf(before: unknown, after: unknown): string[] {
  const named = [before, after].flatMap((each) =>
    typeof each === 'object' && each !== null && !Array.isArray(each) ? Object.keys(each) : [],
  )
  return [...new Set(named)]
}
