import { setTimeout as wait } from 'node:timers/promises'

/** What the provider does badly, to calls whose path fits. */
export type FaultRule = {
  /** Of the call, without its query; `*` stands for anything. */
  path: string
  method?: string | undefined
  /** How many of the next calls; null until all is well again. */
  calls: number | null
  /** Milliseconds until it begins its work. */
  before: number
  /** Milliseconds from its work to its answer. */
  after: number
  /** Whether it does what it was asked for. */
  work: boolean
  /** Its own, an error 500, something that is no JSON, a refusal, an end of the connection, or none at all. */
  answer: 'own' | 'error' | 'garbage' | 'refusal' | 'drop' | 'silence'
}

export const answers = ['own', 'error', 'garbage', 'refusal', 'drop', 'silence'] as const

export type FaultInjection = Disposable & {
  /** Adds a rule; of several that fit a call the oldest counts. */
  misbehave(rule: Partial<FaultRule> & { path: string }): void
  /** From now on all is well. */
  behave(): void
  readonly rules: readonly FaultRule[]
  /** The rule for a call, which uses up one of its calls. */
  take(method: string, path: string): FaultRule | undefined
  /** Waits, until it is over or the simulator stops. */
  wait(milliseconds: number): Promise<void>
}

export function createFaultInjection(): FaultInjection {
  const stopping = new AbortController()
  let rules: FaultRule[] = []
  return {
    misbehave({ path, method, calls = 1, before = 0, after = 0, work = true, answer = 'own' }) {
      rules.push({ path, method, calls, before, after, work, answer })
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

/** Longer than anybody waits. */
export const never = 2 ** 31 - 1
