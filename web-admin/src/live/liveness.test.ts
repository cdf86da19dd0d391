import { expect, test } from 'vitest'
import { judge, type Line, lineAt, looked } from './liveness.ts'

const line = (fields: Partial<Line>): Line => ({ ...lineAt(1_000_000), ...fields })
const at = (seconds: number) => 1_000_000 + seconds * 1_000

test('a line that was heard of, and looked at in time, is fine', () => {
  expect(judge(line({ lookedAt: at(85) }), at(90))).toBe('fine')
  expect(judge(line({}), at(65))).toBe('fine') // a hidden page looks once a minute
})

test('a late look means that the page was frozen or the machine slept', () => {
  expect(judge(line({}), at(65.001))).toBe('reconnect')
  expect(judge(line({ heardAt: at(86_399) }), at(86_400))).toBe('reconnect')
})

test('silence of more than a minute and a half calls for a new socket', () => {
  expect(judge(line({ lookedAt: at(90) }), at(90.001))).toBe('reconnect')
})

test('a sign of life that was asked for may take five seconds', () => {
  const asked = line({ lookedAt: at(20), heardAt: at(10), askedAt: at(16) })
  expect(judge(asked, at(20.999))).toBe('fine')
  expect(judge(asked, at(21))).toBe('reconnect')
  expect(judge({ ...asked, heardAt: at(17) }, at(25))).toBe('fine')
})

test('a new socket has a minute, then the page is stuck, and again each minute', () => {
  const replaced = looked(line({ lookedAt: at(90) }), 'reconnect', at(95))
  expect(judge({ ...replaced, lookedAt: at(150) }, at(154))).toBe('fine')
  expect(judge({ ...replaced, lookedAt: at(150) }, at(155))).toBe('stuck')
  const again = looked({ ...replaced, lookedAt: at(150) }, 'stuck', at(155))
  expect(judge({ ...again, lookedAt: at(210) }, at(214))).toBe('fine')
  expect(judge({ ...again, lookedAt: at(210) }, at(215))).toBe('stuck')
  expect(judge({ ...again, heardAt: at(156), lookedAt: at(210) }, at(215))).toBe('fine')
})

test('a clock that was set back starts over', () => {
  expect(looked(line({ askedAt: at(0) }), 'fine', at(-3_600))).toEqual(lineAt(at(-3_600)))
})
