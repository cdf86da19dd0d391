import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict, Subset, Tokens } from '../common.ts'
import type { Spec } from '../operation.ts'
import { Page, pageable } from '../paging.ts'

const ScreenName = Type.String({ minLength: 1, maxLength: 50 })

/** A wall screen: a session of its own, bound to one store, so that no shop window holds an administrator's token. */
export const Screen = Type.Object({
  id: Id,
  storeId: Id,
  name: Type.String(),
  version: Nullable(Type.String({ description: 'Of the console that it runs, as its live socket said' })),
  online: Type.Boolean({ description: 'Its live socket is open, or was a moment ago' }),
  lastSeenAt: Nullable(Instant),
  createdAt: Instant,
})
export type Screen = Static<typeof Screen>

/** A screen that was made, with its tokens, which it is told this once; a repetition by `Idempotency-Key` comes without them. */
export const ScreenSession = Type.Object({ screenId: Id, ...Subset(Tokens.properties) })
export type ScreenSession = Static<typeof ScreenSession>

/** What a screen's own socket tells it besides events: what it is, when it opens and when that changes. */
export const LiveScreen = Type.Object({
  type: Type.Literal('screen'),
  screenId: Id,
  name: Type.String(),
  storeId: Id,
})

const Text = Type.String({ minLength: 1, maxLength: 200 })

/** A text of an administrator, to be shown as it is. */
export const LiveText = Type.Object({ type: Type.Literal('message'), text: Text })

/** An administrator wants the page loaded anew. */
export const LiveReload = Type.Object({ type: Type.Literal('reload') })

export type LiveScreen = Static<typeof LiveScreen>
export type LiveText = Static<typeof LiveText>
export type LiveReload = Static<typeof LiveReload>

/** A gateway's word of a screen: its socket was opened, is still there, or is gone. Kept nowhere, and repeated. */
export const ScreenSeen = Type.Object({
  gateway: Type.String({ description: 'Which of the gateways says so' }),
  version: Nullable(Type.String()),
  state: Type.Union([Type.Literal('opened'), Type.Literal('here'), Type.Literal('gone')]),
})
export type ScreenSeen = Static<typeof ScreenSeen>

export const screenOperations = {
  createScreenSession: {
    http: 'POST /admin/api/screens/session',
    access: 'admin',
    summary:
      'Make a screen of a store and its token pair, which is given this once; POST /admin/api/reissue renews it until the screen is removed',
    input: Strict({ storeId: Id, name: ScreenName }),
    result: ScreenSession,
    status: 201,
    idempotent: true,
    errors: ['STORE_NOT_FOUND'],
  },
  listScreens: {
    http: 'GET /admin/api/screens',
    access: 'admin',
    summary: 'List screens',
    input: Strict({ ...pageable('createdAt', 'name') }),
    result: Page(Screen),
  },
  updateScreen: {
    http: 'PATCH /admin/api/screens/{id}',
    access: 'admin',
    summary: 'Rename a screen',
    input: Strict({ id: Id, name: Type.Optional(ScreenName) }),
    result: Screen,
    versioned: true,
    errors: ['SCREEN_NOT_FOUND'],
  },
  deleteScreen: {
    http: 'DELETE /admin/api/screens/{id}',
    access: 'admin',
    summary: 'Remove a screen; its session ends at once',
    input: Strict({ id: Id }),
    result: Nothing,
    versioned: true,
    errors: ['SCREEN_NOT_FOUND'],
  },
  messageScreen: {
    http: 'POST /admin/api/screens/{id}/message',
    access: 'admin',
    summary: 'Show a text on a screen, or have it reload: one of both, answered when an open socket took it',
    input: Strict({ id: Id, text: Type.Optional(Text), reload: Type.Optional(Type.Literal(true)) }),
    result: Nothing,
    errors: ['SCREEN_NOT_FOUND', 'SCREEN_OFFLINE'],
  },
} as const satisfies Record<string, Spec>
