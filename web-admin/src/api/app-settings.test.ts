import { expect, test } from 'vitest'
import { joinAddress } from './app-settings.ts'

const joinAt = (value: unknown) =>
  joinAddress([{ key: 'screen.joinAddress', value, description: null, updatedAt: null, updatedBy: null }])

test('only a web address is an address to join', () => {
  expect(joinAt('https://kingcar.example/join?from=wall')).toBe('https://kingcar.example/join?from=wall')
  for (const value of ['javascript:alert(1)', 'join', '', 7]) expect(joinAt(value)).toBeUndefined()
  expect(joinAddress(undefined)).toBeUndefined()
})
