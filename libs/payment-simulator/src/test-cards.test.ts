import { expect, test } from 'vitest'
import { refusals } from './test-cards.ts'

test('soft refusals say that they pass, hard ones do not', () => {
  for (const { kind, text } of Object.values(refusals)) {
    expect(text).toMatch(/^\[결제승인실패\([0-9A-Z]{4}\)\] /)
    expect(/점검|지연|통신/.test(text)).toBe(kind === 'soft')
  }
})
