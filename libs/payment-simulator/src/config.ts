import { ConfigError, readConfig } from '@kingcar/runtime'
import Type, { type Static } from 'typebox'

const Port = Type.Integer({ minimum: 0, maximum: 65_535, default: 0 })

const Config = Type.Object({
  /** The merchant's API keys. */
  PORTONE_IMP_KEY: Type.String({ minLength: 1 }),
  PORTONE_IMP_SECRET: Type.String({ minLength: 1 }),
  /** Receives webhooks of payments without a notice_url. */
  WEBHOOK_URL: Type.Optional(Type.String({ format: 'uri' })),
  SIMULATOR_HOST: Type.String({ default: '127.0.0.1' }),
  SIMULATOR_PORT: Port,
  /** Where browsers reach the simulator, for receipts; its own address without it. */
  SIMULATOR_PUBLIC_URL: Type.Optional(Type.String({ format: 'uri' })),
  /** The ledger's file; without it the ledger is in memory only. */
  SIMULATOR_FILE: Type.Optional(Type.String()),
  OPERATIONS_HOST: Type.String({ default: '127.0.0.1' }),
  OPERATIONS_PORT: Port,
  NODE_ENV: Type.String({ default: '' }),
})
export type Config = Static<typeof Config>

/** @throws ConfigError naming every variable that is missing or wrong, and in production always */
export function readSimulatorConfig(environment?: Record<string, string | undefined>): Config {
  const { NODE_ENV } = environment ?? process.env
  if (NODE_ENV === 'production') throw new ConfigError('The PortOne simulator takes no money and is not for production')
  return readConfig(Config, environment)
}
