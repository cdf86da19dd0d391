import Type, { type Static } from 'typebox'

/** Environment variables of this process. Each can also be given as a file path in `NAME_FILE`. */
export const Config = Type.Object({
  NATS_URL: Type.String(),
  NATS_USER: Type.String({ default: 'catalog' }),
  NATS_PASSWORD: Type.String(),
  DATABASE_URL: Type.String(),
  OPERATIONS_HOST: Type.String({ default: '127.0.0.1' }),
  OPERATIONS_PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 0 }),
  /**
   * HMAC key (hex) that compares the inputs of idempotent calls. During a rotation two keys separated by a comma; the
   * first one signs.
   */
  IDEMPOTENCY_SECRET: Type.String({ pattern: '^(?:[0-9a-fA-F]{2}){32,}(?:,(?:[0-9a-fA-F]{2}){32,})?$' }),
})
export type Config = Static<typeof Config>
