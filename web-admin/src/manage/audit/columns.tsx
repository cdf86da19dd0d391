import { type AuditLog, auditActionLabel, auditEntityLabel, auditFieldLabel } from '@kingcar/contract'
import { Button } from '../components/controls.tsx'
import { Moment } from '../components/Moment.tsx'
import type { Column } from '../list/Table.tsx'
import { changedValue } from '../text/changed-value.ts'
import { amount, momentOf } from '../text/format.ts'
import styles from './audit.module.css'
import { type Change, changesOf } from './changes.ts'
import { text } from './copy.ts'

/** Number of changed fields that a row shows. */
const shown = 2

/** `open` shows the entry of a row. */
export const columnsOf = (open: (entry: AuditLog) => void): Column<AuditLog>[] => [
  {
    key: 'at',
    title: text.at,
    width: '17%',
    card: 'side',
    sort: 'at',
    cell: ({ at }) => <Moment at={at} text={momentOf(at)} />,
  },
  { key: 'actor', title: text.actor, width: '13%', card: 'head', cell: ({ actorName }) => actorName },
  { key: 'what', title: text.what, width: '17%', cell: ({ action }) => auditActionLabel(action) },
  { key: 'entity', title: text.entity, wide: true, width: '11%', cell: ({ entity }) => auditEntityLabel(entity) },
  { key: 'changes', title: text.changes, width: '33%', cell: (entry) => <Changes entry={entry} /> },
  {
    key: 'tasks',
    title: text.tasks,
    width: '9%',
    card: 'foot',
    untitled: true,
    cell: (entry) => (
      <Button
        aria-label={text.openLabel(auditActionLabel(entry.action), momentOf(entry.at))}
        onClick={() => open(entry)}
      >
        {text.open}
      </Button>
    ),
  },
]

function Changes({ entry: { entity, before, after } }: { entry: AuditLog }) {
  const changes = changesOf(before, after)
  const [few, rest] = [changes.slice(0, shown), changes.length - shown]
  return (
    <span className={styles.changes}>
      {few.map((change) => (
        <span key={change.field} className={styles.change}>
          {auditFieldLabel(entity, change.field)}: {changeText(entity, change)}
        </span>
      ))}
      {rest > 0 && <span className={styles.more}>{text.more(amount(rest))}</span>}
    </span>
  )
}

/** `강남점 → 강남역점`; only one value if the other side has none. */
function changeText(entity: string, { field, before, after }: Change): string {
  const sides = [before, after].filter((side) => side !== undefined)
  return sides.map((side) => changedValue(entity, field, side)).join(' → ')
}
