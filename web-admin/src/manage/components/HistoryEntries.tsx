import { type AuditLog, auditActionLabel, auditFieldLabel } from '@kingcar/contract'
import { copy } from '../text/copy.ts'
import { momentOf } from '../text/format.ts'
import { Moment } from './Moment.tsx'

/** Entries of the audit log, in one line each. */
export const HistoryEntries = ({ entries }: { entries: readonly AuditLog[] }) => (
  <ol>
    {entries.map((entry) => (
      <li key={entry.id}>
        <span>
          {entry.actorName} · {changeIn(entry)}
        </span>
        <Moment at={entry.at} text={momentOf(entry.at)} />
      </li>
    ))}
  </ol>
)

/** `제목, 내용 수정` for an update, otherwise the action. */
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
