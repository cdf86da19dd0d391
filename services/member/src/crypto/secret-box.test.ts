import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSealer } from './secret-box.ts'

test('while the key is changed both open, and what is renewed opens without the old one', () => {
  const [old, next] = [randomBytes(32), randomBytes(32)] as [Buffer, Buffer]
  const sealed = createSealer([old]).seal('grant')
  const changing = createSealer([next, old])
  expect(changing.open(sealed)).toBe('grant')
  expect(() => createSealer([next]).open(sealed)).toThrow()
  const renewed = changing.renew(sealed) ?? ''
  expect(createSealer([next]).open(renewed)).toBe('grant')
  expect(changing.renew(renewed)).toBeUndefined()
  expect(() => changing.renew(createSealer([randomBytes(32)]).seal('x'))).toThrow()
})
