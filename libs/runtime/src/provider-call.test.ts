import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from './provider-call.ts'

test.each<[string, unknown]>([
  ['{"id":9007199254740993}', { id: '9007199254740993' }],
  ['[12345678901234567890,-9007199254740993]', ['12345678901234567890', '-9007199254740993']],
  ['{"id":9007199254740991,"n":-5}', { id: 9007199254740991, n: -5 }],
  ['[0.97,1e300,-5E3]', ['0.97', '1e300', -5000]],
  ['{"text":"12345678901234567890"}', { text: '12345678901234567890' }],
  ['{', undefined],
  ['', undefined],
])('%s is %j', (text, value) => expect(parseJson(text)).toEqual(value))

test('what has no such number is what JSON says', () => {
  const isSafe = (value: unknown): boolean =>
    typeof value === 'object'
      ? Object.values(value ?? {}).every(isSafe)
      : typeof value !== 'number' || Number.isSafeInteger(value)
  const values = fc.jsonValue().filter(isSafe)
  fc.assert(
    fc.property(values, (value) => {
      const text = JSON.stringify(value)
      expect(parseJson(text)).toEqual(JSON.parse(text))
    }),
  )
})
