import { ErrorCode, NatsError } from 'nats'
import { expect, test } from 'vitest'
import { retryManagement } from './manager.ts'

const refusal = (err_code: number) =>
  Object.assign(new NatsError('', ''), { api_error: { code: 503, description: '', err_code } })

test.each([
  ['nothing', new NatsError('', ErrorCode.Timeout)],
  ['that its servers have not met', refusal(10_005)],
])('a change that a server rejects with %s is retried', async (_, failure) => {
  let asked = 0
  const change = async () => {
    asked += 1
    if (asked < 3) throw failure
    return 'made'
  }
  expect([await retryManagement(change), asked]).toEqual(['made', 3])
})

test('a rejected change is not retried', async () => {
  let asked = 0
  const change = async () => {
    asked += 1
    throw new NatsError('', ErrorCode.PermissionsViolation)
  }
  await expect(retryManagement(change)).rejects.toThrow()
  expect(asked).toBe(1)
})
