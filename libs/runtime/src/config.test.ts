import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Type from 'typebox'
import { afterAll, describe, expect, test } from 'vitest'
import { assertEncrypted, ConfigError, readConfig } from './config.ts'

const schema = Type.Object({
  NATS_URL: Type.String({ minLength: 1 }),
  PORT: Type.Integer({ minimum: 0, maximum: 65535, default: 8080 }),
  EXEMPT: Type.Boolean({ default: false }),
  SECRET: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
})

const folder = mkdtempSync(join(tmpdir(), 'kingcar-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('configuration', () => {
  test('reads numbers and booleans from text and fills in defaults', () => {
    expect(readConfig(schema, { NATS_URL: 'a:1', EXEMPT: 'true' })).toEqual({
      NATS_URL: 'a:1',
      PORT: 8080,
      EXEMPT: true,
    })
  })

  // ASVS 13.3.1
  test('takes a secret from the file that NAME_FILE names', () => {
    const file = join(folder, 'secret')
    writeFileSync(file, `${'ab'.repeat(32)}\n`)
    expect(readConfig(schema, { NATS_URL: 'a:1', SECRET_FILE: file }).SECRET).toBe('ab'.repeat(32))
  })

  test('treats an empty file as not set', () => {
    const file = join(folder, 'empty')
    writeFileSync(file, '\n')
    expect(readConfig(schema, { NATS_URL: 'a:1', SECRET_FILE: file })).not.toHaveProperty('SECRET')
  })

  test('names the file that cannot be read by its variable', () => {
    const wrong = () => readConfig(schema, { NATS_URL: 'a:1', SECRET_FILE: join(folder, 'nowhere') })
    expect(wrong).toThrow(new ConfigError('SECRET_FILE names a file that cannot be read (ENOENT)'))
  })

  test('treats an empty variable as not set', () => {
    expect(() => readConfig(schema, { NATS_URL: '' })).toThrow(new ConfigError('NATS_URL is not set'))
    const two = Type.Object({ NATS_URL: Type.String(), NATS_PASSWORD: Type.String() })
    expect(() => readConfig(two, {})).toThrow(new ConfigError('NATS_URL, NATS_PASSWORD are not set'))
  })

  test('names all wrong variables in one error and never shows a value', () => {
    const wrong = () => readConfig(schema, { NATS_URL: 'a:1', PORT: '70000', SECRET: 'hunter2' })
    expect(wrong).toThrow(/PORT .*SECRET /s)
    expect(wrong).not.toThrow(/hunter2|70000/)
  })
})

describe('an address of a provider', () => {
  // ASVS 12.3.1, 13.2.4
  test.each([
    'http://api.example.com',
    'HTTP://api.example.com/v1',
    'http://127.0.0.1.example.com',
    'http://localhost.kr',
  ])('%s would be called without TLS, and its variable is named', (address) => {
    const config = { A_URL: 'https://a.example.com', B_URL: address, LIMIT: 1, SECRET: 'hunter2' }
    expect(() => assertEncrypted(config)).toThrow(new ConfigError('B_URL must be an https URL in production'))
  })

  test.each(['https://api.example.com', 'http://127.0.0.1:9000', 'http://localhost:1', 'http://[::1]:1', 'nats:4222'])(
    '%s is accepted',
    (address) => {
      expect(() => assertEncrypted({ A_URL: address })).not.toThrow()
    },
  )
})
