import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@kingcar/db'
import { type Logger, startBackgroundJob } from '@kingcar/runtime'

/*
 * Runs work of a table in lanes, such as one for each endpoint of a partner: a lane that is slow or fails does not
 * delay the others. After the commit of a transaction that stores work, the first process that claims the work runs it,
 * under a lease; if that process dies, the work becomes due again when the lease ends. So work runs at least once, and
 * rarely twice.
 */

/**
 * Milliseconds between two polls for work of processes that died; a commit, or the time of the next work, causes an
 * earlier poll.
 */
const pollEvery = 10_000
/** Milliseconds that a stop waits for running work; the rest is claimed again after its lease. */
const stopTimeout = 3_000

export type Lanes = AsyncDisposable & {
  /** Polls now. Call it after the commit of a transaction that stored work. */
  kick(): void
}

export type LaneWork<T> = {
  /** Name of the job in the log. */
  name: string
  /** Largest amount of work of one lane that runs at the same time. */
  most: number
  listDue: () => Promise<readonly string[]>
  /** Milliseconds until more work may be due; undefined if none waits. */
  findNext: () => Promise<number | undefined>
  /** @param running amount of work of the lane that this process is already running */
  claim: (lane: string, running: number, most: number) => Promise<readonly T[]>
  run: (work: T) => Promise<void>
  /** Logs an error that `run` did not handle: the outcome is not stored, and the work is claimed again. */
  onFailure: (err: unknown, lane: string) => void
}

/** Runs due work until it is disposed. */
export function startLanes<T>(
  { name, most, listDue, findNext, claim, run, onFailure }: LaneWork<T>,
  db: Pick<Database, 'onCommit'>,
  log: Logger,
): Lanes {
  const running = new Map<string, number>()
  const claiming = new Set<string>()
  const working = new Set<Promise<void>>()
  let stopped = false

  let next: number | undefined
  const poll = async () => {
    const due = await listDue()
    next = due.length === 0 ? await findNext() : undefined // each claim is a commit
    for (const lane of due) await fill(lane)
  }

  async function fill(lane: string): Promise<void> {
    if (stopped || claiming.has(lane) || (running.get(lane) ?? 0) >= most) return
    claiming.add(lane)
    try {
      for (const work of await claim(lane, running.get(lane) ?? 0, most)) begin(lane, work)
    } finally {
      claiming.delete(lane)
    }
  }

  /** Claims several at a time: a claim costs as much as a request. */
  const fillMore = async (lane: string) => {
    if ((running.get(lane) ?? 0) <= most / 2) await fill(lane)
  }

  function begin(lane: string, work: T): void {
    running.set(lane, (running.get(lane) ?? 0) + 1)
    const done = run(work)
      .finally(() => running.set(lane, (running.get(lane) ?? 1) - 1))
      .then(() => fillMore(lane))
      .catch((err: unknown) => onFailure(err, lane))
    working.add(done)
    void done.finally(() => working.delete(done))
  }

  const polling = startBackgroundJob({ name, everyMs: pollEvery, work: poll, next: () => next }, log)
  db.onCommit(polling.soon)
  return {
    kick: polling.kick,
    async [Symbol.asyncDispose]() {
      stopped = true
      await polling[Symbol.asyncDispose]()
      await Promise.race([Promise.all(working), wait(stopTimeout, undefined, { ref: false })])
    },
  }
}
