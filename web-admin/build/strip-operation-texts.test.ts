import { expect, test } from 'vitest'
import { stripTexts } from './strip-operation-texts.ts'

test('an operation keeps its data and loses its documentation texts', () => {
  const source = `const say = 'more'
export const operations = {
  pay: { http: 'PATCH /pay', summary: 'Pay', input: { description: 'kept' }, description: \`Pays \${say}.\`, errors: { A: 'When.' } },
}
export const other = { summary: 'kept', description: 'kept' }`
  expect(stripTexts(source)).toBe(`const say = 'more'
export const operations = {
  pay: { http: 'PATCH /pay', summary: '', input: { description: 'kept' }, description: '', errors: {} },
}
export const other = { summary: 'kept', description: 'kept' }`)
})
