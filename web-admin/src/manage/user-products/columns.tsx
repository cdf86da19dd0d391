import { dunningReasonLabels, type UserProductSummary } from '@kingcar/contract'
import { Link } from '@tanstack/react-router'
import { Pill } from '../components/controls.tsx'
import { userProductStateBadges } from '../components/state-badges.ts'
import list from '../list/list.module.css'
import { MemberLink } from '../list/MemberLink.tsx'
import { everyStore } from '../list/store-scope.ts'
import type { Column } from '../list/Table.tsx'
import { amount, fullDateOf, wonOf } from '../text/format.ts'
import { TaskButtons } from '../user-product-tasks/TaskButtons.tsx'
import { type AskedTask, tasksOf } from '../user-product-tasks/tasks.ts'
import { text } from './copy.ts'
import styles from './user-products.module.css'

/** The tasks that a row offers; the others are on the member's page only. The shortest label comes first. */
const tasksInList = (held: UserProductSummary) =>
  tasksOf(held)
    .filter((task) => task === 'stop' || task === 'resume' || task === 'takeBack')
    .toReversed()

/** `ask` opens the dialog of a task with the product of a row. */
export const columnsOf = (ask: (asked: AskedTask) => void): Column<UserProductSummary>[] => [
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
    wide: true,
    width: '11%',
    sort: 'startsAt',
    cell: ({ startsAt }) => <span className={styles.day}>{fullDateOf(startsAt)}</span>,
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
    wide: true,
    width: '11%',
    sort: 'createdAt',
    cell: ({ createdAt, orderId }) => (
      <span className={styles.lines}>
        <time dateTime={createdAt}>{fullDateOf(createdAt)}</time>
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
        <Link to="/manage/useLogs" search={{ memberId: held.memberId, ...everyStore() }} className={list.rowLink}>
          {text.uses}
        </Link>
        <TaskButtons held={held} tasks={tasksInList(held)} ask={ask} />
      </span>
    ),
  },
]

function End({ endsAt, nextBillingAt, dunning, subscription }: UserProductSummary) {
  return (
    <span className={styles.lines}>
      {endsAt === null ? text.endless : fullDateOf(endsAt)}
      {dunning !== null && (
        <small>
          {text.unpaid(wonOf(dunning.amount), dunningReasonLabels[dunning.reason], fullDateOf(dunning.nextTryAt))}
        </small>
      )}
      {subscription?.pause && <small>{text.paused(fullDateOf(subscription.pause.until))}</small>}
      {nextBillingAt !== null && dunning === null && <small>{text.billing(fullDateOf(nextBillingAt))}</small>}
    </span>
  )
}
