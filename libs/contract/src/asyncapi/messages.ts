import * as Type from 'typebox'

// Messages of nats-server and of the live WebSocket itself.

/** The reply to a read that is stored. */
export const Stored = Type.Object({
  stream: Type.Literal('READS'),
  seq: Type.Integer({
    minimum: 1,
    examples: [7],
    description: 'Sequence in the stream; reads that are stored together share it',
  }),
  duplicate: Type.Optional(Type.Boolean({ description: 'The same read was stored shortly before' })),
})

/** The reply to a read that could not be stored. */
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
