import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecretBox } from './secret-box.ts'

test('during a rotation both keys decrypt; a re-encrypted text needs only the new key', () => {
  const [old, next] = [randomBytes(32), randomBytes(32)] as [Buffer, Buffer]
  const encrypted = createSecretBox([old], 'test').encrypt('grant')
  const changing = createSecretBox([next, old], 'test')
  expect(changing.decrypt(encrypted)).toBe('grant')
  expect(() => createSecretBox([next], 'test').decrypt(encrypted)).toThrow()
  const reencrypted = changing.reencrypt(encrypted) ?? ''
  expect(createSecretBox([next], 'test').decrypt(reencrypted)).toBe('grant')
  expect(changing.reencrypt(reencrypted)).toBeUndefined()
  expect(() => changing.reencrypt(createSecretBox([randomBytes(32)], 'test').encrypt('x'))).toThrow()
})

test('another purpose derives another key', () => {
  const secret = randomBytes(32)
  const encrypted = createSecretBox([secret], 'test').encrypt('grant')
  expect(() => createSecretBox([secret], 'other').decrypt(encrypted)).toThrow()
})
