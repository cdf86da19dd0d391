import type { UserProductSummary } from '@kingcar/contract'
import { Link } from '@tanstack/react-router'
import { Button, Pill } from '../components/controls.tsx'
import { userProductStateBadges } from '../components/state-badges.ts'
import list from '../list/list.module.css'
import { MemberLink } from '../list/MemberLink.tsx'
import type { Column } from '../list/Table.tsx'
import { amount, dateOf } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './user-products.module.css'

const dayIn = (instant: string): string => dateOf(Date.parse(instant))

/** Whether the product can be revoked. */
const isRevocable = ({ state }: UserProductSummary): boolean => state === 'Available' || state === 'Unavailable'

/** `revoke` opens the dialog that revokes the product of a row. */
export const columnsOf = (revoke: (held: UserProductSummary) => void): Column<UserProductSummary>[] => [
  {
    key: 'product',
    title: text.product,
    width: '19%',
    card: 'head',
    cell: ({ productId, productName }) => (
      <Link to={`/manage/products/${productId}` as string} className={list.rowLink}>
        {productName}
      </Link>
    ),
  },
  {
    key: 'state',
    title: text.state,
    width: '9%',
    card: 'side',
    cell: ({ state }) => <Pill tone={userProductStateBadges[state][1]}>{userProductStateBadges[state][0]}</Pill>,
  },
  {
    key: 'member',
    title: text.member,
    width: '12%',
    cell: ({ memberId, memberName }) => <MemberLink id={memberId} name={memberName} />,
  },
  {
    key: 'begins',
    title: text.begins,
    width: '11%',
    sort: 'startsAt',
    cell: ({ startsAt }) => <span className={styles.day}>{dayIn(startsAt)}</span>,
  },
  { key: 'ends', title: text.ends, width: '14%', sort: 'endsAt', cell: (held) => <End {...held} /> },
  {
    key: 'remaining',
    title: text.remaining,
    width: '9%',
    numeric: true,
    cell: ({ remainingUses }) => (remainingUses === null ? text.unlimited : text.times(amount(remainingUses))),
  },
  {
    key: 'granted',
    title: text.granted,
    width: '11%',
    sort: 'createdAt',
    cell: ({ createdAt, orderId }) => (
      <span className={styles.lines}>
        <time dateTime={createdAt}>{dayIn(createdAt)}</time>
        {orderId === null ? (
          <small>{text.byAdmin}</small>
        ) : (
          <Link to="/manage/orders/$id" params={{ id: orderId }} className={list.rowLink}>
            {text.order}
          </Link>
        )}
      </span>
    ),
  },
  {
    key: 'tasks',
    title: text.tasks,
    width: '15%',
    untitled: true,
    cell: (held) => (
      <span className={styles.tasks}>
        <Link to="/manage/useLogs" search={{ memberId: held.memberId }} className={list.rowLink}>
          {text.uses}
        </Link>
        {isRevocable(held) && (
          <Button aria-label={text.takeBackOf(held.productName, held.memberName)} onClick={() => revoke(held)}>
            {text.takeBack}
          </Button>
        )}
      </span>
    ),
  },
]

function End({ endsAt, nextBillingAt }: UserProductSummary) {
  return (
    <span className={styles.lines}>
      {endsAt === null ? text.endless : dayIn(endsAt)}
      {nextBillingAt !== null && <small>{text.billing(dayIn(nextBillingAt))}</small>}
    </span>
  )
}
