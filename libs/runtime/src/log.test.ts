import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLogger } from './log.ts'
import { withinRequest } from './request-context.ts'

function logged(write: (log: ReturnType<typeof createLogger>) => void, level = 'info'): string {
  let text = ''
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk)
      done()
    },
  })
  write(createLogger('test', level, sink))
  return text
}

// ASVS 16.2.5
test('secrets and personal data are redacted at the depths that we log', () => {
  const text = logged((log) =>
    log.info({
      password: 'canary-1',
      body: { refreshToken: 'canary-2', member: { phoneNumber: 'canary-3' } },
      headers: { authorization: 'canary-4' },
    }),
  )
  expect(text).not.toContain('canary')
  expect(text).toContain('[Redacted]')
})

test('a failed query is logged without its statement and parameters', () => {
  const failure = Object.assign(new Error('Failed query: select 1 params: canary'), { name: 'DrizzleQueryError' })
  failure.cause = Object.assign(new Error('duplicate key value'), { code: '23505', detail: 'Key (email)=(canary)' })
  const text = logged((log) => log.error({ err: failure }, 'failed'))
  expect(text).not.toContain('canary')
  expect(JSON.parse(text)).toMatchObject({ err: { message: 'query failed', cause: { code: '23505' } } })
})

// ASVS 16.4.1
test('a line break in a value stays inside its line', () => {
  expect(
    logged((log) => log.info({ at: 'a\r\n{"level":60}' }))
      .trimEnd()
      .split('\n'),
  ).toHaveLength(1)
})

// ASVS 16.2.1, 16.2.4
test('a line on behalf of a request carries its id, once, and another line none', () => {
  const text = logged((log) => {
    withinRequest('request-1', () => {
      log.info('within')
      log.info({ requestId: 'own' }, 'within')
    })
    log.info('outside')
  })
  const lines = text.trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).requestId)).toEqual(['request-1', 'own', undefined])
  expect(lines[1]?.match(/requestId/g)).toHaveLength(1)
})

test('an unknown level is reported, and info is used', () => {
  const text = logged((log) => log.info('still here'), 'verbose')
  const messages = text.trimEnd().split('\n')
  expect(messages.map((line) => JSON.parse(line).msg)).toEqual([
    'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent; using info',
    'still here',
  ])
  expect(logged((log) => log.fatal('never'), 'silent')).toBe('')
})
