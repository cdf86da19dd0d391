import { expect, test } from 'vitest'
import { subjectOf } from './own-id.ts'

const tokenOf = (claims: unknown) => {
  const payload = btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  return `head.${payload}.sign`
}

test('a token tells whose it is, and anything else tells nothing', () => {
  expect(subjectOf(tokenOf({ sub: 'a?>~', exp: 1 }))).toBe('a?>~')
  for (const token of [tokenOf({}), tokenOf(null), tokenOf({ sub: 1 }), '', 'a.b', 'a.!.c']) {
    expect(subjectOf(token)).toBeUndefined()
  }
})
