import { parseReadsShare } from '@kingcar/bus'
import { ConfigError, readConfig } from '@kingcar/runtime'
import { serviceVariables } from '@kingcar/service'
import Type, { type Static } from 'typebox'

/** Environment variables of this process. Each can also be given as a file path in `NAME_FILE`. */
export const Config = Type.Object({
  ...serviceVariables('recognition'),
  NATS_CALLOUT_SEED: Type.String({
    description: 'Seed of the account key that signs replies to device sign-ins (auth callout).',
  }),
  READS_SHARE: Type.String({
    default: '',
    description: 'The partitions of READS that this process consumes, such as `0-3/8`; empty for all.',
  }),
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
