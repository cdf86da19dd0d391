import { setTimeout as wait } from 'node:timers/promises'
import type { Account, Member } from '../requests/people.ts'
import type { Target } from '../target.ts'

/** Who is there when something is tried. */
export type Scene = {
  target: Target
  admin: Account
  somebody: Member
  /** Whose limits may be used up. */
  victim: Member
  victimAdmin: Account
  /** Another gateway of the same product, which takes only so many calls a minute. */
  limited: { url: string; perMinute: number }
}

/** One thing that is tried, always the same; `run` gives what is wrong. */
export type Probe = { claim: string; run(scene: Scene): Promise<string[]> }

/** A store that is made for a probe. */
export const place = {
  name: '강남점',
  address: '서울',
  latitude: 37.5,
  longitude: 127,
  phone: '02-1234',
  businessHours: [],
}

/** Asks until something is made of a store: one that recognition has not heard of yet is none. */
export async function untilMade<T extends { status: number }>(ask: () => Promise<T>): Promise<T> {
  let reply = await ask()
  for (let tries = 0; tries < 50 && reply.status !== 201; tries++) {
    await wait(100)
    reply = await ask()
  }
  return reply
}
