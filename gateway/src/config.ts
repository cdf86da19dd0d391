import { readConfig } from '@kingcar/runtime'
import Type, { type Static } from 'typebox'

const schema = Type.Object({
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 8080 }),
  OPERATIONS_HOST: Type.String({ default: '127.0.0.1' }),
  OPERATIONS_PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 0 }),
  NATS_URL: Type.String({ minLength: 1 }),
  NATS_USER: Type.String({ minLength: 1, default: 'gateway' }),
  NATS_PASSWORD: Type.String({ minLength: 1 }),
  /** Seed of the account key that answers to sign-ins of devices are signed with. */
  NATS_CALLOUT_SEED: Type.String({ minLength: 1 }),
  /** PEM, Ed25519; several blocks while the key is changed. */
  JWT_PUBLIC_KEY: Type.String({ minLength: 1 }),
  JWT_ISSUER: Type.String({ minLength: 1, default: 'kingcar' }),
  ACCESS_TOKEN_SECONDS: Type.Integer({ minimum: 1, maximum: 86_400, default: 900 }),
  /** Calls a minute for a session or an address; 0 is no limit. */
  RATE_LIMIT: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 1_200 }),
  RATE_LIMIT_EXEMPT_LOOPBACK: Type.Boolean({ default: false }),
  /** How long an answer to a public read is given again, in milliseconds; 0 asks each time. */
  CACHE_MILLISECONDS: Type.Integer({ minimum: 0, maximum: 1_000, default: 1_000 }),
  /** Live sockets that one gateway takes: a second gateway takes the next. */
  LIVE_SOCKETS: Type.Integer({ minimum: 1, maximum: 100_000, default: 5_000 }),
  /** Origins separated by commas that may call from a browser, besides the gateway's own. */
  CORS_ORIGINS: Type.String({ default: '' }),
  /** Addresses or CIDR ranges, separated by commas, of the proxies whose X-Forwarded-* headers are believed. */
  TRUST_PROXY: Type.String({ default: '' }),
  /** Paths of PEM files; both or neither. */
  TLS_CERT: Type.Optional(Type.String()),
  TLS_KEY: Type.Optional(Type.String()),
  /** The console's build; without it the gateway answers the API alone. */
  CONSOLE_DIR: Type.Optional(Type.String()),
  /** Whether `/dev/*` exists, which shows what would have gone out by SMS. */
  LOCAL_ROUTES: Type.Boolean({ default: false }),
  /** Where the simulator of the provider of payments listens, which `/dev/portone` shows. */
  PORTONE_SIMULATOR_URL: Type.Optional(Type.String({ format: 'uri' })),
  /** The static files of swagger-ui; without it they are found beside the package. */
  DOCS_DIR: Type.Optional(Type.String()),
  /** Milliseconds between the answer "not ready" and the end of listening, for balancers and keep-alive connections. */
  DRAIN_MILLISECONDS: Type.Integer({ minimum: 0, maximum: 5_000, default: 1_000 }),
})
export type Config = Static<typeof schema>

/** @throws ConfigError naming every variable that is missing or wrong */
export const readGatewayConfig = (environment?: Record<string, string | undefined>): Config =>
  readConfig(schema, environment)
