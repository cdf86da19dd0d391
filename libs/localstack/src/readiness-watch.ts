import { setTimeout as wait } from 'node:timers/promises'
import type { Child } from './leashed-child.ts'

/*
 * Restarts a process that is alive but does not work. `/livez` does not show that: only the check of a dependency
 * fails. While a dependency is unavailable every process is unready, and a restart would only lose the caches that
 * bridge the outage. So a process is restarted only if it cannot use a dependency that another process can use at the
 * same time, or if it does not respond at all.
 */

/**
 * Milliseconds between two probes, normally and while one of the processes fails; a probe costs each process a
 * millisecond.
 */
const everyMs = 10_000
const doubtMs = 1_000
/** Time limit of a probe in milliseconds. */
const lookMs = 2_000
/**
 * Milliseconds of uninterrupted failure before a restart. A silent process has more time, because its machine may be
 * busy.
 */
const limits = { unready: 10_000, silent: 15_000 }

/** Result of a probe: the dependencies that work and those that fail, or no response. */
type Look = { working: string[]; failing: string[] } | 'silent'
type Watched = {
  name: string
  child: Child
  url: string
  look: Look
  /** Time of the first failed probe since the last successful one, and the reason of the failures. */
  since: number | undefined
  reasons: Set<Reason>
}
type Reason = keyof typeof limits

export type ReadinessWatch = AsyncDisposable & {
  /** Watches a process until it exits. @param operations the port of `/readyz` */
  add(name: string, child: Child, operations: number): void
}

/** Stops processes that are unready or silent for too long, so that their supervisor restarts them. */
export function watchReadiness(
  warn: (line: string) => void,
  { unready, silent } = limits,
  every = everyMs,
): ReadinessWatch {
  const stopping = new AbortController()
  let watched: Watched[] = []

  async function lookAtAll(): Promise<void> {
    watched = watched.filter(({ child }) => child.running)
    const found = await Promise.all(watched.map(async (each) => ({ each, look: await lookAt(each.url) })))
    for (const { each, look } of found) each.look = look
    for (const { each } of found) judge(each, performance.now())
  }

  function judge(each: Watched, now: number): void {
    const reason = reasonOf(each)
    if (reason === undefined) {
      each.since = undefined
      each.reasons.clear()
      return
    }
    each.since ??= now
    each.reasons.add(reason)
    if (now - each.since < (each.reasons.has('silent') ? silent : unready)) return
    watched = watched.filter((other) => other !== each)
    if (!each.child.running) return
    warn(`${each.name} was ${reason} for ${((now - each.since) / 1_000).toFixed(0)} s: restarting it`)
    if (reason === 'silent')
      each.child.signal('SIGKILL') // a process that does not respond would not handle another signal either
    else void each.child.stop()
  }

  function reasonOf({ look }: Watched): Reason | undefined {
    if (look === 'silent') return look
    const worksElsewhere = (name: string) =>
      watched.some((other) => other.look !== 'silent' && other.look.working.includes(name))
    return look.failing.some(worksElsewhere) ? 'unready' : undefined
  }

  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await lookAtAll()
      const isDoubtful = watched.some(
        ({ since, look }) => since !== undefined || look === 'silent' || look.failing.length > 0,
      )
      await wait(isDoubtful ? Math.min(every, doubtMs) : every, undefined, { signal: stopping.signal }).catch(
        () => undefined,
      ) // the end of the watch
    }
  })()
  return {
    add(name, child, operations) {
      const url = `http://127.0.0.1:${operations}/readyz`
      watched.push({ name, child, url, look: { working: [], failing: [] }, since: undefined, reasons: new Set() })
    },
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await watching
    },
  }
}

async function lookAt(url: string): Promise<Look> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(lookMs) })
    const { dependencies } = (await response.json()) as { dependencies: Record<string, string> }
    const working = Object.keys(dependencies).filter((name) => dependencies[name] === 'ok')
    return { working, failing: Object.keys(dependencies).filter((name) => !working.includes(name)) }
  } catch {
    return 'silent' // whatever the error is, the process did not respond
  }
}
