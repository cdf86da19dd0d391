import { deviceSubject, settingSubject, subject } from '@kingcar/contract/events'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSubject } from './subjects.ts'

// ASVS 1.3.3
test('a subject has as many tokens as were given, each of them harmless, or is refused', () => {
  const token = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/))
  fc.assert(
    fc.property(fc.array(token, { minLength: 1, maxLength: 5 }), (tokens) => {
      const isHarmless = tokens.every((part) => /^[A-Za-z0-9_-]{1,64}$/.test(part) && !part.includes('\n'))
      if (isHarmless) expect(subject(...tokens).split('.')).toEqual(tokens)
      else expect(() => subject(...tokens)).toThrow(TypeError)
    }),
  )
})

test.each(['', '.', '*', '>', 'a.b', 'a b', 'a\r\nPUB x 0', 'a\n', '\u0000', '가', 'a'.repeat(65), '$SYS'])(
  'the token %j is rejected, and does not appear in the error',
  (token) => {
    expect(() => readSubject('store', token)).toThrow(/^token 4 of the subject/)
  },
)

test('a device and a setting each have their own subject', () => {
  expect(deviceSubject('device-1')).toBe('devices.device-1')
  expect(settingSubject('orders.refundDays')).toBe('settings.orders.refundDays')
  for (const wrong of ['*', 'a.>', 'a..b']) expect(() => settingSubject(wrong)).toThrow(TypeError)
  expect(() => deviceSubject('a.b')).toThrow(TypeError)
})
