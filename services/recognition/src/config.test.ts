import { ConfigError } from '@kingcar/runtime'
import { expect, test } from 'vitest'
import { readRecognitionConfig } from './config.ts'

const needed = {
  NATS_URL: '127.0.0.1:4222',
  NATS_PASSWORD: 'p',
  NATS_CALLOUT_SEED: 's',
  DATABASE_URL: 'postgres://127.0.0.1/kingcar',
  IDEMPOTENCY_SECRET: 'ab'.repeat(32),
}

test.each(['5/4', '0-8/8', 'all'])(
  '%s is not a valid share of reads, and the message names the variable in one sentence',
  (share) => {
    const wrong = () => readRecognitionConfig({ ...needed, READS_SHARE: share })
    expect(wrong).toThrow(new ConfigError('READS_SHARE must be a share of READS such as 0-3/8'))
  },
)

test.each(['', '0-3/8'])('a share may be %j', (share) => {
  expect(readRecognitionConfig({ ...needed, READS_SHARE: share }).READS_SHARE).toBe(share)
})
