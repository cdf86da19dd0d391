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
  /** Seed of the account key that signs the replies to device sign-ins (NATS auth callout). */
  NATS_CALLOUT_SEED: Type.String({ minLength: 1 }),
  /** PEM, Ed25519; several blocks during a key rotation. */
  JWT_PUBLIC_KEY: Type.String({ minLength: 1 }),
  JWT_ISSUER: Type.String({ minLength: 1, default: 'kingcar' }),
  ACCESS_TOKEN_SECONDS: Type.Integer({ minimum: 1, maximum: 86_400, default: 900 }),
  /** Calls per minute for each session or address; 0 disables the limit. */
  RATE_LIMIT: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 1_200 }),
  RATE_LIMIT_EXEMPT_LOOPBACK: Type.Boolean({ default: false }),
  /** Milliseconds for which a cached response is fresh; 0 calls the service each time. */
  CACHE_MILLISECONDS: Type.Integer({ minimum: 0, maximum: 1_000, default: 1_000 }),
  /** Maximum number of live sockets on one gateway. */
  LIVE_SOCKETS: Type.Integer({ minimum: 1, maximum: 100_000, default: 5_000 }),
  /** Comma-separated origins whose pages may call the API, in addition to the gateway's own origin. */
  CORS_ORIGINS: Type.String({ default: '' }),
  /** Comma-separated addresses or CIDR ranges of the proxies whose X-Forwarded-* headers are trusted. */
  TRUST_PROXY: Type.String({ default: '' }),
  /** Paths of PEM files; both or neither. */
  TLS_CERT: Type.Optional(Type.String()),
  TLS_KEY: Type.Optional(Type.String()),
  /** Folder of the built console; without it the gateway serves only the API. */
  CONSOLE_DIR: Type.Optional(Type.String()),
  /** Enables `/dev/*`, which shows the text messages that would have been sent. */
  LOCAL_ROUTES: Type.Boolean({ default: false }),
  /** URL of the payment simulator behind `/dev/portone`. */
  PORTONE_SIMULATOR_URL: Type.Optional(Type.String({ format: 'uri' })),
  /** Folder of swagger-ui's static files; by default that of the installed package. */
  DOCS_DIR: Type.Optional(Type.String()),
  /** Milliseconds between failing readiness and closing the port, for load balancers and keep-alive connections. */
  DRAIN_MILLISECONDS: Type.Integer({ minimum: 0, maximum: 5_000, default: 1_000 }),
})
export type Config = Static<typeof schema>

/** @throws ConfigError naming every missing or invalid variable */
export const readGatewayConfig = (environment?: Record<string, string | undefined>): Config =>
  readConfig(schema, environment)
