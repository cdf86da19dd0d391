import { setTimeout as wait } from 'node:timers/promises'
import { uuidv7Time } from '../writes/uuid.ts'

/** Milliseconds within which what tells of a new thing is here, wherever the clocks of two machines stand. */
const young = 10_000
/** Milliseconds for which it is waited for: an event is here some milliseconds after its write. */
const patience = 1_000
/** Milliseconds between two looks. */
const pause = 25

/**
 * Waits up to a second for something of another service that is not known here and may have been made a moment ago, by the
 * time in its id; therefore never within a transaction.
 */
export async function waitForProjectionOfNew(id: string, isKnown: () => Promise<boolean>): Promise<void> {
  if (Math.abs(Date.now() - (uuidv7Time(id) ?? 0)) <= young) await waitForProjection(isKnown)
}

/** The same whatever its id says. */
export async function waitForProjection(isKnown: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + patience
  while (!(await isKnown()) && performance.now() < until) await wait(pause)
}
