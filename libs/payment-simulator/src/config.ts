import { ConfigError, readConfig } from '@kingcar/runtime'
import Type, { type Static } from 'typebox'
import type { SimulatorOptions } from './open.ts'

const Port = Type.Integer({ minimum: 0, maximum: 65_535, default: 0 })

const Config = Type.Object({
  /** The merchant's API keys. */
  PORTONE_IMP_KEY: Type.String({ minLength: 1 }),
  PORTONE_IMP_SECRET: Type.String({ minLength: 1 }),
  /** Receives webhooks of payments without a notice_url. */
  WEBHOOK_URL: Type.Optional(Type.String({ format: 'uri' })),
  /** Only for API V2: the account, the first secret of its webhooks, and their address. */
  PORTONE_V2_API_SECRET: Type.Optional(Type.String({ minLength: 1 })),
  PORTONE_V2_STORE_ID: Type.Optional(Type.String({ minLength: 1 })),
  PORTONE_V2_WEBHOOK_SECRETS: Type.Optional(Type.String({ minLength: 1 })),
  WEBHOOK_V2_URL: Type.Optional(Type.String({ format: 'uri' })),
  /** API of payments in the window, for calls of a control that name no `api`. */
  PORTONE_API: Type.Enum(['v1', 'v2'], { default: 'v1' }),
  SIMULATOR_HOST: Type.String({ default: '127.0.0.1' }),
  SIMULATOR_PORT: Port,
  /** Address at which browsers reach the simulator, for receipts; by default its own address. */
  SIMULATOR_PUBLIC_URL: Type.Optional(Type.String({ format: 'uri' })),
  /** The ledger's file; without it the ledger is in memory only. */
  SIMULATOR_FILE: Type.Optional(Type.String()),
  OPERATIONS_HOST: Type.String({ default: '127.0.0.1' }),
  OPERATIONS_PORT: Port,
  NODE_ENV: Type.String({ default: '' }),
})
export type Config = Static<typeof Config>

/** @throws ConfigError naming every variable that is missing or wrong; in production always */
export function readSimulatorConfig(environment?: Record<string, string | undefined>): Config {
  const { NODE_ENV } = environment ?? process.env
  if (NODE_ENV === 'production') throw new ConfigError('The PortOne simulator takes no money and is not for production')
  return readConfig(Config, environment)
}

/** The options of the simulator. */
export function optionsOf(config: Config): SimulatorOptions {
  const [webhookSecret] = config.PORTONE_V2_WEBHOOK_SECRETS?.split(',') ?? []
  return {
    key: config.PORTONE_IMP_KEY,
    secret: config.PORTONE_IMP_SECRET,
    webhookUrl: config.WEBHOOK_URL,
    v2: {
      ...(config.PORTONE_V2_API_SECRET !== undefined && { secret: config.PORTONE_V2_API_SECRET }),
      ...(config.PORTONE_V2_STORE_ID !== undefined && { storeId: config.PORTONE_V2_STORE_ID }),
      ...(webhookSecret !== undefined && { webhookSecret }),
      webhookUrl: config.WEBHOOK_V2_URL,
    },
    windowApi: config.PORTONE_API,
    host: config.SIMULATOR_HOST,
    port: config.SIMULATOR_PORT,
    publicUrl: config.SIMULATOR_PUBLIC_URL,
    file: config.SIMULATOR_FILE,
  }
}
