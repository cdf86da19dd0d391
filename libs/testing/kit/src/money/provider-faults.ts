import { type Act, one } from './act.ts'
import { control, setControl } from './provider.ts'
import type { MoneyWorld } from './world.ts'

export async function misbehave(
  { providerUrl }: MoneyWorld,
  path: string,
  answer: string,
  calls: number,
  work = false,
): Promise<string> {
  const method = path === '*' ? 'POST' : undefined
  await control(providerUrl, 'misbehave', { path, ...(method && { method }), answer, calls, work })
  return `${calls} times`
}

/** Milliseconds that a slowed charge takes. */
const slowMs = 400

/** Slows the next charges of renewals, before or after the money moves. */
export const slowRenewals = ({ providerUrl }: MoneyWorld, calls: number, when: 'before' | 'after'): Promise<unknown> =>
  setControl(providerUrl, 'misbehave', { path: '/subscribe/payments/again', calls, [when]: slowMs })

export async function refuseCharges({ world, random }: Act): Promise<string> {
  const refusal = one(random, ['maintenance', 'timeout', 'declined', 'limit']) ?? 'declined'
  await control(world.providerUrl, 'refuse', { refusal, payments: 1 + Math.floor(random() * 2) })
  return refusal
}
