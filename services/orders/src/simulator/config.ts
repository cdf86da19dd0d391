import { ConfigError, readConfig } from '@kingcar/runtime'
import Type, { type Static } from 'typebox'

const Port = Type.Integer({ minimum: 0, maximum: 65_535, default: 0 })

const Config = Type.Object({
  /** The keys that a merchant signs in with. */
  PORTONE_IMP_KEY: Type.String({ minLength: 1 }),
  PORTONE_IMP_SECRET: Type.String({ minLength: 1 }),
  /** Where it tells of payments, unless they name another place. */
  WEBHOOK_URL: Type.Optional(Type.String({ format: 'uri' })),
  SIMULATOR_HOST: Type.String({ default: '127.0.0.1' }),
  SIMULATOR_PORT: Port,
  /** Where its books are kept; without it they end with the process. */
  SIMULATOR_FILE: Type.Optional(Type.String()),
  OPERATIONS_HOST: Type.String({ default: '127.0.0.1' }),
  OPERATIONS_PORT: Port,
  NODE_ENV: Type.String({ default: '' }),
})
export type Config = Static<typeof Config>

/** @throws ConfigError naming every variable that is missing or wrong, and in production always */
export function readSimulatorConfig(environment?: Record<string, string | undefined>): Config {
  const { NODE_ENV } = environment ?? process.env
  if (NODE_ENV === 'production')
    throw new ConfigError('The simulator of PortOne takes no money, and is not for production')
  return readConfig(Config, environment)
}
