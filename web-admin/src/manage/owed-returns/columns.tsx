import { type OwedReturn, owedReturnCauseLabels } from '@kingcar/contract'
import { IfMay } from '../api/rights.tsx'
import { Button, Pill } from '../components/controls.tsx'
import { Moment } from '../components/Moment.tsx'
import { MemberLink } from '../list/MemberLink.tsx'
import { RowLink } from '../list/RowLink.tsx'
import type { Column } from '../list/Table.tsx'
import { momentOf, wonOf } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './owed-returns.module.css'

const hour = 3_600_000

/**
 * @param now the server's time in milliseconds
 * @param settle opens the dialog that records a return by hand
 */
export const columnsOf = (now: number, settle: (owed: OwedReturn) => void): Column<OwedReturn>[] => [
  {
    key: 'order',
    title: text.order,
    width: '18%',
    card: 'head',
    cell: ({ orderId, productName }) => (
      <RowLink list="/manage/orders" id={orderId}>
        {productName}
      </RowLink>
    ),
  },
  { key: 'result', title: text.result, width: '17%', card: 'side', cell: (owed) => <Result {...owed} /> },
  {
    key: 'amount',
    title: text.amount,
    width: '11%',
    numeric: true,
    sort: 'amount',
    cell: ({ amount }) => wonOf(amount),
  },
  { key: 'cause', title: text.cause, wide: true, width: '15%', cell: ({ cause }) => owedReturnCauseLabels[cause] },
  {
    key: 'member',
    title: text.member,
    width: '10%',
    cell: ({ memberId, memberName }) => <MemberLink id={memberId} name={memberName} />,
  },
  {
    key: 'since',
    title: text.since,
    width: '13%',
    sort: 'since',
    cell: ({ since, settledAt }) => (
      <span className={styles.lines}>
        <Moment at={since} />
        {settledAt === null && <small>{ageOf(now - Date.parse(since))}</small>}
      </span>
    ),
  },
  {
    key: 'nextTry',
    title: text.nextTry,
    wide: true,
    width: '12%',
    cell: ({ nextTryAt }) => nextTryAt && <Moment at={nextTryAt} text={momentOf(nextTryAt)} />,
  },
  {
    key: 'tasks',
    title: text.tasks,
    width: '14%',
    card: 'foot',
    untitled: true,
    cell: (owed) =>
      owed.settledAt === null && (
        <IfMay op="settleOwedReturn">
          <Button aria-label={text.settleOf(owed.productName, owed.memberName)} onClick={() => settle(owed)}>
            {text.settle}
          </Button>
        </IfMay>
      ),
  },
]

const ageOf = (ms: number) => text.age(Math.floor(ms / (24 * hour)), Math.floor(ms / hour))

function Result({ lastReason, settledAt, settledHow, settleReason }: OwedReturn) {
  if (settledHow === null)
    return (
      <Pill tone={lastReason === null ? 'neutral' : 'warn'}>
        {lastReason === null ? text.waiting : text.reasons[lastReason]}
      </Pill>
    )
  return (
    <span className={styles.lines}>
      <Pill tone="ok">{text.ends[settledHow]}</Pill>
      {settledAt !== null && (
        <small>
          <Moment at={settledAt} />
        </small>
      )}
      {settleReason !== null && <small>{settleReason}</small>}
    </span>
  )
}
