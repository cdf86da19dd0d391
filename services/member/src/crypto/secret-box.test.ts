import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecretBox } from './secret-box.ts'

test('while the key is changed both open, and what is renewed opens without the old one', () => {
  const [old, next] = [randomBytes(32), randomBytes(32)] as [Buffer, Buffer]
  const sealed = createSecretBox([old]).encrypt('grant')
  const changing = createSecretBox([next, old])
  expect(changing.decrypt(sealed)).toBe('grant')
  expect(() => createSecretBox([next]).decrypt(sealed)).toThrow()
  const renewed = changing.reencrypt(sealed) ?? ''
  expect(createSecretBox([next]).decrypt(renewed)).toBe('grant')
  expect(changing.reencrypt(renewed)).toBeUndefined()
  expect(() => changing.reencrypt(createSecretBox([randomBytes(32)]).encrypt('x'))).toThrow()
})
