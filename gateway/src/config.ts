import { readConfig } from '@kingcar/runtime'
import Type, { type Static } from 'typebox'

/** The environment variables of this process; each can also be set as `NAME_FILE`. */
export const Config = Type.Object({
  HOST: Type.String({ default: '127.0.0.1', description: 'Address that the gateway listens on.' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 8080, description: 'Port of the gateway; 0 picks one.' }),
  OPERATIONS_HOST: Type.String({ default: '127.0.0.1', description: 'Address of the operations port.' }),
  OPERATIONS_PORT: Type.Integer({
    minimum: 0,
    maximum: 65_535,
    default: 0,
    description: 'Port of `/livez`, `/readyz` and `/metrics`; 0 picks one.',
  }),
  NATS_URL: Type.String({ minLength: 1, description: 'Host and port of nats-server, or several with commas.' }),
  NATS_USER: Type.String({ minLength: 1, default: 'gateway', description: 'User at nats-server.' }),
  NATS_PASSWORD: Type.String({
    minLength: 1,
    description: 'Password of the NATS user, or two separated by a comma during a rotation.',
  }),
  NATS_CALLOUT_SEED: Type.String({
    minLength: 1,
    description: 'Seed of the account key that signs replies to device sign-ins (auth callout).',
  }),
  JWT_PUBLIC_KEY: Type.String({
    minLength: 1,
    description: 'Ed25519 public keys, PEM; several during a rotation.',
  }),
  JWT_ISSUER: Type.String({ minLength: 1, default: 'kingcar', description: 'Issuer in access tokens.' }),
  ACCESS_TOKEN_SECONDS: Type.Integer({
    minimum: 1,
    maximum: 86_400,
    default: 900,
    description: 'Lifetime of an access token in seconds; the same as in the member service.',
  }),
  RATE_LIMIT: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    default: 1_200,
    description: 'Calls per minute for each session, device or network; 0 disables the limit.',
  }),
  RATE_LIMIT_EXEMPT_LOOPBACK: Type.Boolean({
    default: false,
    description: 'Exempts calls from this machine. `npm start` sets it unless `RATE_LIMIT` is set.',
  }),
  CACHE_MILLISECONDS: Type.Integer({
    minimum: 0,
    maximum: 1_000,
    default: 1_000,
    description:
      'Milliseconds for which a response to a public read is served from the cache, unless an event invalidates it; 0 disables the cache.',
  }),
  LIVE_SOCKETS: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    default: 5_000,
    description: 'Maximum number of live sockets of one gateway.',
  }),
  CORS_ORIGINS: Type.String({
    default: '',
    description: "Origins whose pages may call the API, comma-separated, in addition to the gateway's own.",
  }),
  TRUST_PROXY: Type.String({
    default: '',
    description: 'Addresses or CIDR ranges of the proxies whose `X-Forwarded-*` headers are trusted, comma-separated.',
  }),
  TLS_CERT: Type.Optional(
    Type.String({ description: 'Path of the certificate, PEM; with `TLS_KEY` the gateway speaks HTTPS.' }),
  ),
  TLS_KEY: Type.Optional(Type.String({ description: 'Path of the private key, PEM.' })),
  CONSOLE_DIR: Type.Optional(
    Type.String({ description: 'Folder of the built console; without it the gateway serves only the API.' }),
  ),
  LOCAL_ROUTES: Type.Boolean({
    default: false,
    description: 'Enables `/dev/*`, which shows the text messages that would have been sent.',
  }),
  PORTONE_SIMULATOR_URL: Type.Optional(
    Type.String({ format: 'uri', description: 'URL of the payment simulator behind `/dev/portone`.' }),
  ),
  DOCS_DIR: Type.Optional(
    Type.String({ description: "Folder of swagger-ui's static files; by default that of the installed package." }),
  ),
  DRAIN_MILLISECONDS: Type.Integer({
    minimum: 0,
    maximum: 5_000,
    default: 1_000,
    description:
      'Milliseconds between failing readiness and closing the port, for load balancers and keep-alive connections.',
  }),
})
export type Config = Static<typeof Config>

/** @throws ConfigError naming every missing or invalid variable */
export const readGatewayConfig = (environment?: Record<string, string | undefined>): Config =>
  readConfig(Config, environment)
