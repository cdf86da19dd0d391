import { parseReadsShare } from '@kingcar/bus'
import { ConfigError, readConfig } from '@kingcar/runtime'
import Type, { type Static } from 'typebox'

/** What this process reads from its environment; each also as `NAME_FILE`. */
export const Config = Type.Object({
  NATS_URL: Type.String(),
  NATS_USER: Type.String({ default: 'recognition' }),
  NATS_PASSWORD: Type.String(),
  /** Seed of the account key that answers to sign-ins of devices are signed with. */
  NATS_CALLOUT_SEED: Type.String(),
  DATABASE_URL: Type.String(),
  /** Which partitions of READS this process takes, such as `0-3/8`; all of them where it is empty. */
  READS_SHARE: Type.String({ default: '' }),
  OPERATIONS_HOST: Type.String({ default: '127.0.0.1' }),
  OPERATIONS_PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 0 }),
  /** Key under which the inputs of idempotent calls are compared; two, with a comma, while it is changed: the first makes. */
  IDEMPOTENCY_SECRET: Type.String({ pattern: '^(?:[0-9a-fA-F]{2}){32,}(?:,(?:[0-9a-fA-F]{2}){32,})?$' }),
})
export type Config = Static<typeof Config>

/** @throws ConfigError naming every variable that is missing or wrong */
export function readRecognitionConfig(environment?: Record<string, string | undefined>): Config {
  const config = readConfig(Config, environment)
  try {
    if (config.READS_SHARE) parseReadsShare(config.READS_SHARE)
  } catch (cause) {
    throw new ConfigError('READS_SHARE is no share of READS, such as 0-3/8', { cause })
  }
  return config
}
