import type { UseLogDetail } from '@kingcar/contract'
import { IfMay } from '../api/rights.tsx'
import { AddressLink } from '../components/AddressLink.tsx'
import { Button, Pill } from '../components/controls.tsx'
import { Moment } from '../components/Moment.tsx'
import { SmallPlate } from '../components/SmallPlate.tsx'
import list from '../list/list.module.css'
import { MemberLink } from '../list/MemberLink.tsx'
import type { Column } from '../list/Table.tsx'
import { text } from './copy.ts'
import styles from './use-logs.module.css'

/** `reverse` opens the dialog that reverses the use of a row. */
export const columnsOf = (reverse: (use: UseLogDetail) => void): Column<UseLogDetail>[] => [
  {
    key: 'product',
    title: text.product,
    width: '17%',
    card: 'head',
    cell: ({ memberId, productName }) => (
      <AddressLink href={`/manage/userProducts?memberId=${memberId}`} className={list.rowLink}>
        {productName}
      </AddressLink>
    ),
  },
  { key: 'state', title: text.state, width: '15%', card: 'side', cell: (use) => <State {...use} /> },
  {
    key: 'used',
    title: text.used,
    width: '14%',
    sort: 'usedAt',
    cell: ({ usedAt }) => <Moment at={usedAt} />,
  },
  {
    key: 'member',
    title: text.member,
    width: '11%',
    cell: ({ memberId, memberName }) => <MemberLink id={memberId} name={memberName} />,
  },
  {
    key: 'plate',
    title: text.plate,
    width: '13%',
    cell: ({ carNumber }) => <SmallPlate carNumber={carNumber} />,
  },
  { key: 'store', title: text.store, width: '10%', cell: ({ storeName }) => storeName },
  {
    key: 'visit',
    title: text.visit,
    wide: true,
    width: '9%',
    cell: ({ visitId }) =>
      visitId && (
        <AddressLink href={`/manage/visits/${visitId}`} className={list.rowLink}>
          {text.seeVisit}
        </AddressLink>
      ),
  },
  {
    key: 'tasks',
    title: text.tasks,
    width: '11%',
    card: 'foot',
    untitled: true,
    cell: (use) =>
      use.reversedAt === null && (
        <IfMay op="reverseUseLog">
          <Button aria-label={text.reverseOf(use.productName, use.memberName)} onClick={() => reverse(use)}>
            {text.reverse}
          </Button>
        </IfMay>
      ),
  },
]

function State({ reversedAt, reverseReason }: UseLogDetail) {
  if (reversedAt === null) return <Pill tone="ok">{text.counted}</Pill>
  return (
    <span className={styles.state}>
      <Pill tone="neutral">{text.reversed}</Pill>
      <small>{reverseReason}</small>
    </span>
  )
}
