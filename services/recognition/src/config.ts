import { parseReadsShare } from '@kingcar/bus'
import { ConfigError, readConfig } from '@kingcar/runtime'
import Type, { type Static } from 'typebox'

/** Environment variables of this process. Each can also be given as a file path in `NAME_FILE`. */
export const Config = Type.Object({
  NATS_URL: Type.String(),
  NATS_USER: Type.String({ default: 'recognition' }),
  NATS_PASSWORD: Type.String(),
  /** Seed of the account key that signs the auth-callout responses for devices. */
  NATS_CALLOUT_SEED: Type.String(),
  DATABASE_URL: Type.String(),
  /** The partitions of READS that this process consumes, such as `0-3/8`; empty for all. */
  READS_SHARE: Type.String({ default: '' }),
  OPERATIONS_HOST: Type.String({ default: '127.0.0.1' }),
  OPERATIONS_PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 0 }),
  /**
   * HMAC key (hex) that compares the inputs of idempotent calls. During a rotation two keys separated by a comma; the
   * first one signs.
   */
  IDEMPOTENCY_SECRET: Type.String({ pattern: '^(?:[0-9a-fA-F]{2}){32,}(?:,(?:[0-9a-fA-F]{2}){32,})?$' }),
})
export type Config = Static<typeof Config>

/** @throws ConfigError that names every missing or invalid variable */
export function readRecognitionConfig(environment?: Record<string, string | undefined>): Config {
  const config = readConfig(Config, environment)
  try {
    if (config.READS_SHARE) parseReadsShare(config.READS_SHARE)
  } catch (cause) {
    throw new ConfigError('READS_SHARE must be a share of READS such as 0-3/8', { cause })
  }
  return config
}
