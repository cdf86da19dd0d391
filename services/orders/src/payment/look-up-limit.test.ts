import { expect, test } from 'vitest'
import { createLookUpLimit } from './look-up-limit.ts'

test('each member has thirty look-ups a minute', () => {
  let time = 0
  const limit = createLookUpLimit(() => time)
  for (let at = 0; at < 30; at++) limit('one')
  expect(() => limit('one')).toThrow('Too many requests')
  limit('other')
  time += 60_000
  limit('one')
})
