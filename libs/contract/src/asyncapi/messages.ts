import * as Type from 'typebox'

// What the server's own software says and takes, beside the contract's messages.

/** JetStream's answer to a read that was sent as a request: stored for good. */
export const Stored = Type.Object({
  stream: Type.Literal('READS'),
  seq: Type.Integer({ minimum: 1, examples: [7] }),
  duplicate: Type.Optional(Type.Boolean({ description: 'It came a moment ago already: stored, too' })),
})

/** JetStream's answer to a read that it could not store. */
export const NotStored = Type.Object({
  error: Type.Object({
    code: Type.Integer({ examples: [503] }),
    err_code: Type.Optional(Type.Integer({ examples: [10077] })),
    description: Type.Optional(Type.String({ examples: ['maximum messages exceeded'] })),
  }),
})

/** What a viewer of the live socket may say, and what it hears. */
export const Ping = Type.Literal('ping')
export const Pong = Type.Literal('pong')
