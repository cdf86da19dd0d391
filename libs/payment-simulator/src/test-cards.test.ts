import { expect, test } from 'vitest'
import { refusals } from './test-cards.ts'

test('the text of a soft refusal names it as temporary, that of a hard one does not', () => {
  for (const { kind, text } of Object.values(refusals)) {
    expect(text).toMatch(/^\[결제승인실패\([0-9A-Z]{4}\)\] /)
    expect(/점검|지연|통신/.test(text)).toBe(kind === 'soft')
  }
})
