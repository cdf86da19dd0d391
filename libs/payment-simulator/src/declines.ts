import type { RefusalName } from './test-cards.ts'

/** Declines the next payments by card. */
export type DeclineRule = {
  refusal: RefusalName
  /** Number of payments to decline, beginning with the next; null for all until `behave`. */
  payments: number | null
  /** The billing key; null for every card. */
  customer_uid: string | null
}

export type Declines = {
  add(rule: DeclineRule): void
  /** Removes all rules. */
  clear(): void
  readonly rules: readonly DeclineRule[]
  /**
   * Returns the refusal of a payment now, and counts it; undefined if no rule matches. If several match, the oldest
   * applies.
   */
  take(customerUid: string | null): RefusalName | undefined
}

export function createDeclines(): Declines {
  let rules: DeclineRule[] = []
  return {
    add(rule) {
      rules.push({ ...rule })
    },
    clear() {
      rules = []
    },
    get rules() {
      return rules
    },
    take(customerUid) {
      const rule = rules.find(({ customer_uid }) => customer_uid === null || customer_uid === customerUid)
      if (!rule) return undefined
      if (rule.payments !== null && --rule.payments === 0) rules = rules.filter((each) => each !== rule)
      return rule.refusal
    },
  }
}
