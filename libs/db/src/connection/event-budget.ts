import { AppError } from '@kingcar/contract'
import { type Account, type Bucket, refill, setNewest, steadyNow } from '@kingcar/runtime'

/**
 * Number of events that the calls of an account may write in an hour, in each process of a service. EVENTS keeps seven
 * days in 1 GiB: a member who never stops reaches 100,000 events of about 0.6 kB, 6 % of it. Administrators get more,
 * because one of their calls can change many things.
 */
export const eventsPerHour = { member: 600, screen: 600, admin: 12_000 } as const

const hour = 3_600_000
/** Largest number of accounts that are counted; the one that wrote longest ago is dropped. */
const maxAccounts = 20_000

/**
 * A token bucket of events for each account. It is in memory, like the rate limit of the gateway: a restart fills it
 * again. The events of a transaction are all accepted or all refused; the last accepted transaction may exceed the
 * budget.
 */
export class EventBudget {
  readonly #buckets = new Map<string, Bucket>()

  /** @throws AppError RATE_LIMITED if the account's budget is used up */
  take({ role, id }: Account, events: number): void {
    const rate = { burst: eventsPerHour[role], perMs: eventsPerHour[role] / hour }
    const { tokens, at } = refill(rate, this.#buckets.get(id), steadyNow())
    if (tokens < 1) throw new AppError('RATE_LIMITED', { retryAfter: Math.ceil((1 - tokens) / rate.perMs / 1_000) })
    setNewest(this.#buckets, id, { tokens: tokens - events, at }, maxAccounts)
  }
}
