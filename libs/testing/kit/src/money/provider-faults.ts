import { type Act, one } from './act.ts'
import { control } from './provider.ts'
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

export async function refuseCharges({ world, random }: Act): Promise<string> {
  const refusal = one(random, ['maintenance', 'timeout', 'declined', 'limit']) ?? 'declined'
  await control(world.providerUrl, 'refuse', { refusal, payments: 1 + Math.floor(random() * 2) })
  return refusal
}
