import { listUserProducts } from '@kingcar/client'
import { dunningReasonLabels, type MemberDetail, type Subscription, type UserProductSummary } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { productsQuery } from '../api/queries.ts'
import { Pill } from '../components/controls.tsx'
import { Latest } from '../components/Latest.tsx'
import { userProductStateBadges } from '../components/state-badges.ts'
import { amount, fullDateOf, momentOf, wonOf } from '../text/format.ts'
import { changesSince, placesOf, termsOf } from '../text/product-terms.ts'
import { TaskButtons } from '../user-product-tasks/TaskButtons.tsx'
import { tasksOf } from '../user-product-tasks/tasks.ts'
import { useTaskDialog } from '../user-product-tasks/use-task-dialog.tsx'
import { text } from './copy.ts'
import { MoreLink } from './MoreLink.tsx'
import styles from './members.module.css'

/** Number of products shown, the latest ones. */
const size = 100

/** The products of a member with their terms and renewals, and what an administrator can do with them. */
export function MemberProducts({ member: { id: memberId, cars } }: { member: MemberDetail }) {
  const input = { memberId, size, sort: ['startsAt,desc' as const] }
  const query = useQuery({
    queryKey: [listUserProducts.name, input],
    queryFn: () => call(listUserProducts, input),
  })
  const { data: sold = [] } = useQuery({ ...productsQuery, enabled: query.data?.empty === false })
  const { ask, dialog } = useTaskDialog(cars)
  const changesOf = (held: UserProductSummary) => {
    const today = sold.find((product) => product.id === held.productId)
    return today === undefined ? [] : changesSince(held, today)
  }
  const plateOf = (held: UserProductSummary) => cars.find((car) => car.id === held.carId)?.carNumber
  const hasOtherCar = (held: UserProductSummary) => cars.some((car) => car.id !== held.carId)
  return (
    <>
      <Latest
        title={text.products}
        failed={text.productsFailed}
        nothing={text.none.products}
        more={<MoreLink to="/manage/userProducts" search={{ memberId }} />}
        query={query}
      >
        {(held) => (
          <li key={held.id}>
            <span className={styles.grow}>
              <b>{held.productName}</b>
              <span className={styles.small}>
                {[
                  held.remainingUses === null ? text.unlimited : text.remaining(amount(held.remainingUses)),
                  held.endsAt && text.until(fullDateOf(held.endsAt)),
                  ...renewalOf(held),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {held.dunning !== null && <Unpaid {...held.dunning} />}
              <span className={styles.small}>
                {[wonOf(held.price), termsOf(held), plateOf(held), placesOf(held.storeIds)].filter(Boolean).join(' · ')}
              </span>
              {changesOf(held).length > 0 && (
                <span className={styles.small}>{text.soldToday(changesOf(held).join(' · '))}</span>
              )}
            </span>
            <Pill tone={userProductStateBadges[held.state][1]}>{userProductStateBadges[held.state][0]}</Pill>
            <span className={styles.tasks}>
              <TaskButtons
                held={held}
                tasks={tasksOf(held).filter((task) => task !== 'move' || hasOtherCar(held))}
                ask={ask}
              />
            </span>
          </li>
        )}
      </Latest>
      {dialog}
    </>
  )
}

/** The next charge of a subscription, or the end after a stop. */
function renewalOf({ dunning, nextBillingAt, canResume, subscription }: UserProductSummary): string[] {
  if (dunning !== null) return []
  if (nextBillingAt !== null)
    return [text.billing(fullDateOf(nextBillingAt)), ...(subscription == null ? [] : plannedOf(subscription))]
  return canResume ? [text.stopped] : []
}

/** The plans for a subscription: the amount of the next charge, a pause, a change, a stop after the commitment. */
const plannedOf = ({
  nextAmount,
  pause,
  change,
  priceChange,
  stopsAt,
  committedUntil,
  trial,
}: Subscription): string[] => [
  ...(trial ? [text.trial] : []),
  text.nextAmount(wonOf(nextAmount)),
  ...(pause ? [text.pausedUntil(fullDateOf(pause.until))] : []),
  ...(priceChange ? [newPriceOf(priceChange)] : []),
  ...(change ? [text.changesTo(change.productName)] : []),
  ...(committedUntil && !stopsAt ? [text.committed(fullDateOf(committedUntil))] : []),
  ...(stopsAt ? [text.stopsAt(fullDateOf(stopsAt))] : []),
]

/** A new price, its first day, and the member's answer. */
const newPriceOf = ({ price, startsAt, consent }: NonNullable<Subscription['priceChange']>): string =>
  text.newPrice(fullDateOf(startsAt), wonOf(price), consent === null ? undefined : text.consents[consent.state])

const Unpaid = ({ since, reason, nextTryAt, amount }: NonNullable<UserProductSummary['dunning']>) => (
  <span className={styles.unpaid}>
    {text.unpaid(wonOf(amount), dunningReasonLabels[reason])}
    <span className={styles.small}>{text.unpaidSince(momentOf(since), momentOf(nextTryAt))}</span>
  </span>
)
