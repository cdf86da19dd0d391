import type { OrderSummary } from '@kingcar/contract'
import { Moment } from '../components/Moment.tsx'
import { MemberLink } from '../list/MemberLink.tsx'
import { RowLink } from '../list/RowLink.tsx'
import type { Column } from '../list/Table.tsx'
import { wonOf } from '../text/format.ts'
import { text } from './copy.ts'
import { methodLabel, shortId } from './labels.ts'
import { OrderStatePill } from './OrderStatePill.tsx'
import styles from './orders.module.css'

export const columns: Column<OrderSummary>[] = [
  {
    key: 'product',
    title: text.product,
    width: '22%',
    card: 'head',
    cell: ({ id, productName }) => (
      <span className={styles.product}>
        <RowLink list="/manage/orders" id={id}>
          {productName}
        </RowLink>
        <small>{shortId(id)}</small>
      </span>
    ),
  },
  {
    key: 'state',
    title: text.state,
    width: '11%',
    card: 'side',
    cell: ({ state }) => <OrderStatePill state={state} />,
  },
  {
    key: 'member',
    title: text.member,
    width: '13%',
    cell: ({ memberId, memberName }) => <MemberLink id={memberId} name={memberName} />,
  },
  {
    key: 'amount',
    title: text.amount,
    width: '13%',
    numeric: true,
    sort: 'amount',
    cell: (order) => wonOf(order.amount),
  },
  {
    key: 'refunded',
    title: text.refunded,
    wide: true,
    width: '13%',
    numeric: true,
    cell: ({ refundedAmount }) => (refundedAmount > 0 ? wonOf(refundedAmount) : null),
  },
  {
    key: 'ordered',
    title: text.ordered,
    width: '14%',
    sort: 'createdAt',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  {
    key: 'paid',
    title: text.paid,
    wide: true,
    width: '14%',
    sort: 'paidAt',
    cell: ({ paidAt, payment }) =>
      paidAt && (
        <span className={styles.lines}>
          <Moment at={paidAt} />
          <small>{methodLabel(payment)}</small>
        </span>
      ),
  },
]
