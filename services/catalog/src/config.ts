import Type, { type Static } from 'typebox'

/** What this process reads from its environment; each also as `NAME_FILE`. */
export const Config = Type.Object({
  NATS_URL: Type.String(),
  NATS_USER: Type.String({ default: 'catalog' }),
  NATS_PASSWORD: Type.String(),
  DATABASE_URL: Type.String(),
  OPERATIONS_HOST: Type.String({ default: '127.0.0.1' }),
  OPERATIONS_PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 0 }),
  /** Key under which the inputs of idempotent calls are compared; two, with a comma, while it is changed: the first makes. */
  IDEMPOTENCY_SECRET: Type.String({ pattern: '^(?:[0-9a-fA-F]{2}){32,}(?:,(?:[0-9a-fA-F]{2}){32,})?$' }),
})
export type Config = Static<typeof Config>
