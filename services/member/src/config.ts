import Type, { type Static } from 'typebox'

const Hex = Type.String({ pattern: '^(?:[0-9a-fA-F]{2}){32,}$', description: 'At least 256 bits' })

/** What this process reads from its environment; each also as `NAME_FILE`. */
export const Config = Type.Object({
  NATS_URL: Type.String(),
  NATS_USER: Type.String({ default: 'member' }),
  NATS_PASSWORD: Type.String(),
  DATABASE_URL: Type.String(),
  OPERATIONS_HOST: Type.String({ default: '127.0.0.1' }),
  OPERATIONS_PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 0 }),
  /** Ed25519, PEM. */
  JWT_PRIVATE_KEY: Type.String(),
  JWT_ISSUER: Type.String({ minLength: 1, default: 'kingcar' }),
  ACCESS_TOKEN_SECONDS: Type.Integer({ minimum: 1, maximum: 86_400, default: 900 }),
  REFRESH_TOKEN_DAYS: Type.Integer({ minimum: 1, maximum: 365, default: 30 }),
  /** Unset: nobody can join. */
  ADMIN_JOIN_CODE: Type.Optional(Type.String({ minLength: 1 })),
  /** Key of refresh tokens and of everything else that is derived or compared by HMAC. */
  TOKEN_SECRET: Hex,
})
export type Config = Static<typeof Config>
