import { setTimeout as wait } from 'node:timers/promises'
import type { Account, Member } from '../requests/accounts.ts'
import type { Target } from '../target.ts'

/** The accounts and gateways that probes use. */
export type ProbeContext = {
  target: Target
  admin: Account
  attacker: Member
  /** A member whose limits may be used up. */
  victim: Member
  victimAdmin: Account
  /** Another gateway of the same product, with a rate limit. */
  limited: { url: string; perMinute: number }
}

/** One fixed probe; `run` returns what is wrong. */
export type Probe = { claim: string; run(scene: ProbeContext): Promise<string[]> }

/** Retries until an object of a store is created: recognition rejects a store that it has not received yet. */
export async function retryUntilCreated<T extends { status: number }>(ask: () => Promise<T>): Promise<T> {
  let reply = await ask()
  for (let tries = 0; tries < 50 && reply.status !== 201; tries++) {
    await wait(100)
    reply = await ask()
  }
  return reply
}
