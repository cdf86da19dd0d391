import { NatsError, type StreamInfo } from 'nats'
import { expect, test } from 'vitest'
import { addStream } from './stream-load.ts'

/** A stream API that fails so many times with this error code. */
function failing(times: number, err_code: number) {
  let asked = 0
  const streams = {
    async add({ name }: { name?: string }) {
      if (asked++ >= times) return { config: { name } } as StreamInfo
      const error = new NatsError('error creating store for stream', '500')
      error.api_error = { code: 500, err_code, description: error.message }
      throw error
    },
  }
  return { manager: { streams }, asked: () => asked }
}

test('creating a stream is retried while the former one is being deleted', async () => {
  const { manager, asked } = failing(2, 10049)
  expect((await addStream(manager, { name: 'EVENTS' })).config.name).toBe('EVENTS')
  expect(asked()).toBe(3)
})

test('it is not retried after another error', async () => {
  const { manager, asked } = failing(1, 10058)
  await expect(addStream(manager, { name: 'EVENTS' })).rejects.toThrow(NatsError)
  expect(asked()).toBe(1)
})
