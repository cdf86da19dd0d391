import * as Type from 'typebox'

// Messages of nats-server and of the live WebSocket itself.

/** JetStream's reply to a read that was sent as a request and is stored. */
export const Stored = Type.Object({
  stream: Type.Literal('READS'),
  seq: Type.Integer({ minimum: 1, examples: [7] }),
  duplicate: Type.Optional(Type.Boolean({ description: 'The same read was stored shortly before' })),
})

/** JetStream's reply to a read that it could not store. */
export const NotStored = Type.Object({
  error: Type.Object({
    code: Type.Integer({ examples: [503] }),
    err_code: Type.Optional(Type.Integer({ examples: [10077] })),
    description: Type.Optional(Type.String({ examples: ['maximum messages exceeded'] })),
  }),
})

/** What a client of the live WebSocket may send, and the reply. */
export const Ping = Type.Literal('ping')
export const Pong = Type.Literal('pong')
