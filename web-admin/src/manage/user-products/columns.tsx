import { dunningReasonLabels, type UserProductSummary } from '@kingcar/contract'
import { AddressLink } from '../components/AddressLink.tsx'
import { Pill } from '../components/controls.tsx'
import { userProductStateBadges } from '../components/state-badges.ts'
import { Unbroken } from '../components/Unbroken.tsx'
import list from '../list/list.module.css'
import { MemberLink } from '../list/MemberLink.tsx'
import { everyStore } from '../list/store-scope.ts'
import type { Column } from '../list/Table.tsx'
import { amount, fullDateOf, wonOf } from '../text/format.ts'
import { TaskMenu } from '../user-product-tasks/TaskButtons.tsx'
import { type AskedTask, tasksOf } from '../user-product-tasks/tasks.ts'
import { text } from './copy.ts'
import styles from './user-products.module.css'

/** The tasks that a row offers; the others are on the member's page only. */
const tasksInList = (held: UserProductSummary) =>
  tasksOf(held).filter((task) => task === 'stop' || task === 'resume' || task === 'takeBack')

/** `ask` opens the dialog of a task with the product of a row. */
export const columnsOf = (ask: (asked: AskedTask) => void): Column<UserProductSummary>[] => [
  {
    key: 'product',
    title: text.product,
    width: '18%',
    card: 'head',
    cell: ({ productId, productName }) => (
      <AddressLink href={`/manage/products/${productId}`} className={list.rowLink}>
        {productName}
      </AddressLink>
    ),
  },
  {
    key: 'state',
    title: text.state,
    width: '8%',
    card: 'side',
    cell: ({ state }) => <Pill tone={userProductStateBadges[state][1]}>{userProductStateBadges[state][0]}</Pill>,
  },
  {
    key: 'member',
    title: text.member,
    width: '11%',
    cell: ({ memberId, memberName }) => <MemberLink id={memberId} name={memberName} />,
  },
  {
    key: 'begins',
    title: text.begins,
    wide: true,
    width: '13%',
    sort: 'startsAt',
    cell: ({ startsAt }) => <Unbroken>{fullDateOf(startsAt)}</Unbroken>,
  },
  { key: 'ends', title: text.ends, width: '16%', sort: 'endsAt', cell: (held) => <End {...held} /> },
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
    width: '13%',
    sort: 'createdAt',
    cell: ({ createdAt, orderId }) => (
      <span className={styles.lines}>
        <time dateTime={createdAt}>
          <Unbroken>{fullDateOf(createdAt)}</Unbroken>
        </time>
        {orderId === null ? (
          <small>{text.byAdmin}</small>
        ) : (
          <AddressLink href={`/manage/orders/${orderId}`} className={list.rowLink}>
            {text.order}
          </AddressLink>
        )}
      </span>
    ),
  },
  {
    key: 'tasks',
    title: text.tasks,
    width: '12%',
    untitled: true,
    cell: (held) => (
      <span className={styles.tasks}>
        <AddressLink
          href={`/manage/useLogs?${new URLSearchParams({ memberId: held.memberId, ...everyStore() })}`}
          className={list.rowLink}
        >
          {text.uses}
        </AddressLink>
        <TaskMenu held={held} tasks={tasksInList(held)} ask={ask} />
      </span>
    ),
  },
]

function End({ endsAt, nextBillingAt, dunning, subscription }: UserProductSummary) {
  return (
    <span className={styles.lines}>
      <span>{endsAt === null ? text.endless : <Unbroken>{fullDateOf(endsAt)}</Unbroken>}</span>
      {dunning !== null && (
        <Small>
          {text.unpaid(wonOf(dunning.amount), dunningReasonLabels[dunning.reason], fullDateOf(dunning.nextTryAt))}
        </Small>
      )}
      {subscription?.pause && <Small>{text.paused(fullDateOf(subscription.pause.until))}</Small>}
      {nextBillingAt !== null && dunning === null && <Small>{text.billing(fullDateOf(nextBillingAt))}</Small>}
    </span>
  )
}

const Small = ({ children }: { children: string }) => (
  <small>
    <Unbroken>{children}</Unbroken>
  </small>
)
