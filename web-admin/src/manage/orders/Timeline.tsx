import type { OrderDetail, OrderState } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { adminsQuery } from '../api/queries.ts'
import { Moment } from '../components/Moment.tsx'
import { Panel } from '../components/Panel.tsx'
import { orderStateBadges } from '../components/state-badges.ts'
import { momentOf, wonOf } from '../text/format.ts'
import { text } from './copy.ts'
import { causeLabel } from './labels.ts'
import styles from './orders.module.css'

const wordOf = (state: OrderState): string => orderStateBadges[state][0]

/** The history of an order: cause, state change, amount and actor of each entry. */
export function Timeline({ order: { memberId, timeline } }: { order: OrderDetail }) {
  const others = timeline.some(({ actorId }) => actorId !== null && actorId !== memberId)
  const { data: admins = [] } = useQuery({ ...adminsQuery, enabled: others })
  const whoIs = (actorId: string | null): string => {
    if (actorId === null) return text.bySystem
    if (actorId === memberId) return text.byMember
    return admins.find(({ id }) => id === actorId)?.name ?? text.byAdmin
  }
  return (
    <Panel title={text.timeline}>
      <ol className={styles.timeline}>
        {timeline.map(({ at, from, to, cause, amount, actorId }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended
          <li key={index} data-cause={cause}>
            <b>{causeLabel(cause)}</b>
            <span className={styles.moved}>
              {from !== to && <span>{from === null ? wordOf(to) : text.moved(wordOf(from), wordOf(to))}</span>}
              {amount !== null && <span>{wonOf(amount)}</span>}
              <span>{whoIs(actorId)}</span>
            </span>
            <Moment at={at} text={momentOf(at)} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}
