import { setTimeout as wait } from 'node:timers/promises'

/** A fault for calls whose path matches. */
export type FaultRule = {
  /** The call's path without the query; `*` matches any text. */
  path: string
  method?: string | undefined
  /** Number of calls, beginning with the next; null for all until `behave`. */
  calls: number | null
  /** Milliseconds before the call is executed. */
  before: number
  /** Milliseconds between the execution and the response. */
  after: number
  /** Whether the call is executed. */
  work: boolean
  /**
   * The kind of response: the regular one, HTTP 500, a body that is not JSON, a refusal, a closed connection, or none.
   */
  answer: 'own' | 'error' | 'garbage' | 'refusal' | 'drop' | 'silence'
  /** The reason of a refusal. */
  message?: string | undefined
}

export const answers = ['own', 'error', 'garbage', 'refusal', 'drop', 'silence'] as const

export type FaultInjection = Disposable & {
  /** Adds a rule; if several match a call, the oldest applies. */
  misbehave(rule: Partial<FaultRule> & { path: string }): void
  /** Removes all rules. */
  behave(): void
  readonly rules: readonly FaultRule[]
  /** Returns the rule for a call and counts one of its calls. */
  take(method: string, path: string): FaultRule | undefined
  /** Waits; the simulator's stop ends it. */
  wait(milliseconds: number): Promise<void>
}

export function createFaultInjection(): FaultInjection {
  const stopping = new AbortController()
  let rules: FaultRule[] = []
  return {
    misbehave({ path, method, calls = 1, before = 0, after = 0, work = true, answer = 'own', message }) {
      rules.push({ path, method, calls, before, after, work, answer, message })
    },
    behave() {
      rules = []
    },
    get rules() {
      return rules
    },
    take(method, path) {
      const rule = rules.find((each) => (each.method ?? method) === method && fits(each.path, path))
      if (rule?.calls == null) return rule
      rule.calls -= 1
      if (rule.calls === 0) rules = rules.filter((each) => each !== rule)
      return rule
    },
    wait: (milliseconds) => wait(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined),
    [Symbol.dispose]: () => stopping.abort(),
  }
}

function fits(pattern: string, path: string): boolean {
  const escaped = pattern.split('*').map((part) => RegExp.escape(part))
  return new RegExp(`^${escaped.join('.*')}$`).test(path)
}

/** A time in milliseconds for which no client waits. */
export const never = 2 ** 31 - 1
