import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newRecoveryCodes, normalisedCode } from './recovery-codes.ts'

// ASVS 6.5.3, 6.5.4
test('ten codes have 120 random bits each', () => {
  const codes = Array.from({ length: 50 }, newRecoveryCodes).flat()
  expect(new Set(codes).size).toBe(500)
  for (const code of codes) expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){5}[2-9A-HJ-NP-Z]{4}$/)
})

test('spaces, hyphens, case and width do not matter', () => {
  const [code = ''] = newRecoveryCodes()
  const letters = code.replaceAll('-', '')
  for (const typed of [letters, code.toLowerCase(), code.replaceAll('-', ' – '), ` ${code}\n`])
    expect(normalisedCode(typed)).toBe(letters)
  expect(normalisedCode('１２３ ４５６')).toBe('123456')
  fc.assert(fc.property(fc.string(), (text) => normalisedCode(normalisedCode(text)) === normalisedCode(text)))
})
