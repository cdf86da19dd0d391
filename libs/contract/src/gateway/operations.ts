import * as Type from 'typebox'
import { Id, Strict } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { LiveEvent } from '../recognition/messages.ts'

/** Operations that the gateway serves itself, without a service. */
export const gatewayOperations = {
  getHealth: {
    http: 'GET /api/health',
    access: 'public',
    summary: 'Check that the gateway is up; no other component is contacted',
    description: `For load balancers, and for apps that check their connection. The gateway responds by itself and
      does not limit the rate. The health of the components behind it is on the operations port.`,
    input: Strict({}),
    result: Type.Object({ status: Type.Literal('ok'), version: Type.String({ examples: ['1.0.0'] }) }),
    unlimited: true,
  },
  openLive: {
    http: 'GET /admin/api/live',
    access: 'adminOrScreen',
    permission: 'visits.read',
    scope: 'stores',
    summary: 'Receive live recognition events (WebSocket)',
    description: `The client offers the subprotocols \`kingcar.live.v1\` and \`bearer.<accessToken>\`, because a
      browser cannot set headers on a WebSocket; every check happens before the upgrade. A wall screen receives the
      events of its own store only, masked if the setting \`recognition.maskName\` is on. With \`after\` the missed
      events of the last 24 hours come first.`,
    input: Strict({
      storeId: Type.Optional(Id),
      mask: Type.Optional(Type.Boolean({ description: 'Whether the server masks names and plates' })),
      after: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'The last sequence that the client received; missed events come first',
        }),
      ),
      version: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 40,
          pattern: '^[\\w.+-]+$',
          examples: ['1.0.0'],
          description: 'Version of the console that a screen runs; shown to administrators',
        }),
      ),
      replaceOldest: Type.Optional(
        Type.Boolean({
          description: `Whether a session or account at its limit of WebSockets loses the oldest one, with close code 4409,
            instead of getting \`RATE_LIMITED\``,
        }),
      ),
    }),
    result: LiveEvent,
    response: 'live',
    errors: {
      FORBIDDEN:
        'The origin of the page is not allowed, or `storeId` is not a store of the screen or the administrator.',
      VALIDATION_FAILED: 'The request is not a WebSocket handshake.',
      RATE_LIMITED: `The session has five live WebSockets already, or its account half of the gateway's; \`details\` then has the path \`session\`. A browser,
        which cannot see the response of a handshake, gets the same for a plain \`GET\`.`,
      UNAVAILABLE: 'The gateway is stopping or has reached its limit of WebSockets: another gateway may accept one.',
    },
  },
} as const satisfies Record<string, Spec>
