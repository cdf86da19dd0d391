import { AppError } from '@kingcar/contract'
import { createLogger } from '@kingcar/runtime'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { DatabaseError } from './errors.ts'
import { retryUntilAvailable } from './retry-until-available.ts'

const run = { log: createLogger('test', 'silent'), stopping: new AbortController().signal }
const ofDatabase = (code: string, severity = 'ERROR') =>
  new DatabaseError(Object.assign(Object.create(postgres.PostgresError.prototype), { code, severity, message: 'no' }))

/** Fails once, then works. */
const failingWith = (error: Error) => {
  let tries = 0
  const work = async () => {
    tries += 1
    if (tries === 1) throw error
    return tries
  }
  return retryUntilAvailable(run, work)
}

test.each([
  ['an unreachable database', new AppError('UNAVAILABLE')],
  ['a conflict with another transaction', new AppError('CONFLICT')],
  ['a database that rejects sign-ins', ofDatabase('28P01', 'FATAL')],
])('%s is retried', async (_name, error) => {
  expect(await failingWith(error)).toBe(2)
})

test.each([
  ['a constraint violation', ofDatabase('23505')],
  ['a wrong statement', ofDatabase('42703')],
  ['a bug', new TypeError('nothing is undefined')],
  ['a business error', new AppError('NOT_FOUND')],
])('%s is not retried', async (_name, error) => {
  await expect(failingWith(error)).rejects.toBe(error)
})
