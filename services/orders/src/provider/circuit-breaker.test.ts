import { expect, test } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { ProviderOutcomeUnknown, ProviderRefused, ProviderUnreachable } from './provider.ts'

const fails = (error: Error) => () => Promise.reject(error)
const works = () => Promise.resolve('fine')

// ASVS 16.5.2
test('after five consecutive failures calls fail immediately, until one is tried again', async () => {
  let time = 0
  const guard = createCircuitBreaker(() => time)
  for (let at = 0; at < 4; at++) await expect(guard(fails(new ProviderOutcomeUnknown('late')))).rejects.toThrow('late')
  expect(await guard(works)).toBe('fine')
  for (let at = 0; at < 5; at++) await expect(guard(fails(new ProviderUnreachable('gone')))).rejects.toThrow('gone')
  await expect(guard(works)).rejects.toThrow(ProviderUnreachable)
  time += 5_000
  await expect(guard(fails(new ProviderOutcomeUnknown('still late')))).rejects.toThrow('still late')
  await expect(guard(works)).rejects.toThrow(ProviderUnreachable)
  time += 5_000
  expect(await guard(works)).toBe('fine')
  expect(await guard(works)).toBe('fine')
})

test('a refusal counts as a success', async () => {
  const guard = createCircuitBreaker(() => 0)
  for (let at = 0; at < 20; at++) await expect(guard(fails(new ProviderRefused('no')))).rejects.toThrow('no')
  expect(await guard(works)).toBe('fine')
})
