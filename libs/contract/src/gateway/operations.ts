import * as Type from 'typebox'
import { Id, Strict } from '../common.ts'
import type { Spec } from '../operation.ts'
import { LiveEvent } from '../recognition/messages.ts'

/** Calls that the gateway answers itself. */
export const gatewayOperations = {
  getHealth: {
    http: 'GET /api/health',
    access: 'public',
    summary: 'Whether the edge is up; touches nothing else',
    input: Strict({}),
    result: Type.Object({ status: Type.Literal('ok'), version: Type.String() }),
  },
  openLive: {
    http: 'GET /admin/api/live',
    access: 'adminOrScreen',
    summary: 'Live recognition events (WebSocket)',
    input: Strict({
      storeId: Type.Optional(Id),
      mask: Type.Optional(Type.Boolean({ description: 'Names and plates masked by the server' })),
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'The last sequence that was seen; what was missed since comes first',
        }),
      ),
      version: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 40,
          pattern: '^[\\w.+-]+$',
          description: 'Of the console that a screen runs; administrators see it',
        }),
      ),
    }),
    result: LiveEvent,
    answer: 'live',
  },
} as const satisfies Record<string, Spec>
