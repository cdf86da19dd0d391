import * as Type from 'typebox'
import { Id, Strict } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { LiveEvent } from '../recognition/messages.ts'

/** Operations of the gateway itself. */
export const gatewayOperations = {
  getHealth: {
    http: 'GET /api/health',
    access: 'public',
    summary: 'Whether the edge is up; touches nothing else',
    description: `For load balancers and apps that ask whether there is a way to the service: the gateway answers by
      itself, at any rate. Whether what stands behind it works is told on the operations port.`,
    input: Strict({}),
    result: Type.Object({ status: Type.Literal('ok'), version: Type.String({ examples: ['1.0.0'] }) }),
    unlimited: true,
  },
  openLive: {
    http: 'GET /admin/api/live',
    access: 'adminOrScreen',
    summary: 'Live recognition events (WebSocket)',
    description: `The client offers the subprotocols \`kingcar.live.v1\` and \`bearer.<accessToken>\`, since a browser sets
      no header on a socket; everything is judged before the upgrade. A wall screen sees its own store only, and masked
      where the setting \`recognition.maskName\` says so. With \`after\` what was missed comes first, as far back as 24
      hours.`,
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
          examples: ['1.0.0'],
          description: 'Of the console that a screen runs; administrators see it',
        }),
      ),
    }),
    result: LiveEvent,
    response: 'live',
    errors: {
      FORBIDDEN: 'The page is of an origin that is not listed, or a screen asks for another store than its own.',
      VALIDATION_FAILED: 'The request is no WebSocket handshake.',
      RATE_LIMITED: 'The session has five live sockets.',
      UNAVAILABLE: 'The gateway is stopping, or has as many sockets as it takes: another one may have room.',
    },
  },
} as const satisfies Record<string, Spec>
