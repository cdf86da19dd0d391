import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecretBox } from './secret-box.ts'

test('during a key change both keys decrypt; what was reencrypted needs the new key alone', () => {
  const [old, next] = [randomBytes(32), randomBytes(32)] as [Buffer, Buffer]
  const encrypted = createSecretBox([old]).encrypt('grant')
  const changing = createSecretBox([next, old])
  expect(changing.decrypt(encrypted)).toBe('grant')
  expect(() => createSecretBox([next]).decrypt(encrypted)).toThrow()
  const reencrypted = changing.reencrypt(encrypted) ?? ''
  expect(createSecretBox([next]).decrypt(reencrypted)).toBe('grant')
  expect(changing.reencrypt(reencrypted)).toBeUndefined()
  expect(() => changing.reencrypt(createSecretBox([randomBytes(32)]).encrypt('x'))).toThrow()
})
