import { setTimeout as wait } from 'node:timers/promises'
import { uuidv7Time } from '../writes/uuid.ts'

/** Milliseconds after which an event has certainly arrived, including the clock difference between two machines. */
const young = 10_000
/** Milliseconds. An event usually arrives some milliseconds after its write. */
const timeout = 1_000
/** Milliseconds between two checks. */
const pause = 25

/**
 * Waits up to a second for the projection of another service's entity, if its id says that the entity is at most ten seconds
 * old. Do not call it within a transaction.
 */
export async function waitForProjectionOfNew(id: string, isKnown: () => Promise<boolean>): Promise<void> {
  if (Math.abs(Date.now() - (uuidv7Time(id) ?? 0)) <= young) await waitForProjection(isKnown)
}

/** Like `waitForProjectionOfNew`, whatever the age of the entity. */
export async function waitForProjection(isKnown: () => Promise<boolean>): Promise<void> {
  const until = performance.now() + timeout
  while (!(await isKnown()) && performance.now() < until) await wait(pause)
}
