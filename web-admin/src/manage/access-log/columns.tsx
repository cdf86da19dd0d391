import { type AccessLog, auditActionLabel } from '@kingcar/contract'
import { Moment } from '../components/Moment.tsx'
import { MemberLink } from '../list/MemberLink.tsx'
import type { Column } from '../list/Table.tsx'
import { amount, momentOf } from '../text/format.ts'
import styles from './access-log.module.css'
import { text } from './copy.ts'

/** Number of members that a row shows. */
const shown = 3

export const columns: Column<AccessLog>[] = [
  { key: 'at', title: text.at, width: '18%', card: 'side', sort: 'at', cell: (entry) => <Moments entry={entry} /> },
  { key: 'admin', title: text.admin, width: '15%', card: 'head', cell: ({ adminName }) => adminName },
  { key: 'address', title: text.address, width: '16%', cell: ({ address }) => address },
  { key: 'what', title: text.what, width: '18%', cell: ({ action }) => auditActionLabel(action) },
  { key: 'members', title: text.members, width: '33%', cell: (entry) => <Members entry={entry} /> },
]

/** The time of the first of equal accesses, and that of the last one if it differs. */
function Moments({ entry: { at, lastAt } }: { entry: AccessLog }) {
  return (
    <>
      <Moment at={at} text={momentOf(at)} />
      {lastAt !== at && (
        <>
          {' – '}
          <Moment at={lastAt} text={momentOf(lastAt)} />
        </>
      )}
    </>
  )
}

/** The members without their names, because showing names would open their data. */
function Members({ entry: { members, memberIds } }: { entry: AccessLog }) {
  const rest = members - Math.min(shown, memberIds.length)
  return (
    <span className={styles.members}>
      {memberIds.slice(0, shown).map((id) => (
        <MemberLink key={id} id={id} name="" />
      ))}
      {rest > 0 && <span>{text.more(amount(rest))}</span>}
    </span>
  )
}
