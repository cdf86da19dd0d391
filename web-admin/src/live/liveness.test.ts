import { expect, test } from 'vitest'
import { afterCheck, judgeLiveness, type Liveness, livenessAt } from './liveness.ts'

const liveness = (fields: Partial<Liveness>): Liveness => ({ ...livenessAt(1_000_000), ...fields })
const at = (seconds: number) => 1_000_000 + seconds * 1_000

test('a connection with a recent sign of life and a punctual check is fine', () => {
  expect(judgeLiveness(liveness({ checkedAt: at(85) }), at(90))).toBe('fine')
  expect(judgeLiveness(liveness({}), at(65))).toBe('fine') // a hidden page is checked once a minute
})

test('a late check means that the page was frozen or the machine slept', () => {
  expect(judgeLiveness(liveness({}), at(65.001))).toBe('reconnect')
  expect(judgeLiveness(liveness({ receivedAt: at(86_399) }), at(86_400))).toBe('reconnect')
})

test('silence of more than a minute and a half calls for a new socket', () => {
  expect(judgeLiveness(liveness({ checkedAt: at(90) }), at(90.001))).toBe('reconnect')
})

test('the pong of an extra ping may take five seconds', () => {
  const pinged = liveness({ checkedAt: at(20), receivedAt: at(10), pingedAt: at(16) })
  expect(judgeLiveness(pinged, at(20.999))).toBe('fine')
  expect(judgeLiveness(pinged, at(21))).toBe('reconnect')
  expect(judgeLiveness({ ...pinged, receivedAt: at(17) }, at(25))).toBe('fine')
})

test('a new socket has a minute for its first sign of life, then the page is stuck, again each minute', () => {
  const replaced = afterCheck(liveness({ checkedAt: at(90) }), 'reconnect', at(95))
  expect(judgeLiveness({ ...replaced, checkedAt: at(150) }, at(154))).toBe('fine')
  expect(judgeLiveness({ ...replaced, checkedAt: at(150) }, at(155))).toBe('stuck')
  const again = afterCheck({ ...replaced, checkedAt: at(150) }, 'stuck', at(155))
  expect(judgeLiveness({ ...again, checkedAt: at(210) }, at(214))).toBe('fine')
  expect(judgeLiveness({ ...again, checkedAt: at(210) }, at(215))).toBe('stuck')
  expect(judgeLiveness({ ...again, receivedAt: at(156), checkedAt: at(210) }, at(215))).toBe('fine')
})

test('a clock that was set back starts over', () => {
  expect(afterCheck(liveness({ pingedAt: at(0) }), 'fine', at(-3_600))).toEqual(livenessAt(at(-3_600)))
})
