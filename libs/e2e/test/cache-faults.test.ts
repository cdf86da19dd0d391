import { expect, test } from 'vitest'
import { cacheFaults } from '../src/faults/cache.ts'

/** A part of `npm run faults -- cache`. */
test('no answer is older than a second while its owner answers, whoever dies or stands still', async () => {
  const { tooOld, ...outcome } = await cacheFaults(
    {
      faults: [
        { process: 'catalog', how: 'SIGKILL', milliseconds: 300 },
        { process: 'nats-server', how: 'SIGKILL', milliseconds: 300 },
        { process: 'catalog', how: 'SIGSTOP', milliseconds: 1_500 },
      ],
      seed: 6,
    },
    () => undefined,
  )
  expect(tooOld).toEqual([])
  expect([outcome.writes > 1, outcome.reads > 300, outcome.stoodIn > 0], JSON.stringify(outcome)).toEqual([
    true,
    true,
    true,
  ])
}, 120_000)
