import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, Strict, Subset } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { Tokens } from './tokens.ts'

const ScreenName = Type.String({ minLength: 1, maxLength: 50, examples: ['입구 화면'] })

/** A wall screen. Its session is bound to one store, so that a public device holds no administrator's token. */
export const Screen = Type.Object({
  id: Id,
  storeId: Id,
  name: Type.String({ examples: ['입구 화면'] }),
  version: Nullable(Type.String({ description: 'Of the console that it runs, as its live socket said' })),
  online: Type.Boolean({ description: 'Its live socket is open, or was a moment ago' }),
  lastSeenAt: Nullable(Instant),
  createdAt: Instant,
})
export type Screen = Static<typeof Screen>

/** A new screen with its tokens, which are returned only once; a repetition by `Idempotency-Key` omits them. */
export const ScreenSession = Type.Object({ screenId: Id, ...Subset(Tokens.properties) })
export type ScreenSession = Static<typeof ScreenSession>

/** Message on a screen's live socket: the screen itself, after connecting and after each change of it. */
export const LiveScreen = Type.Object({
  type: Type.Literal('screen'),
  screenId: Id,
  name: Type.String({ examples: ['입구 화면'] }),
  storeId: Id,
})

const Text = Type.String({ minLength: 1, maxLength: 200, examples: ['잠시 후 영업을 마칩니다.'] })

/** A text of an administrator for the screen, shown as plain text. */
export const LiveText = Type.Object({ type: Type.Literal('message'), text: Text })

/** An administrator requests a reload of the page. */
export const LiveReload = Type.Object({ type: Type.Literal('reload') })

export type LiveScreen = Static<typeof LiveScreen>
export type LiveText = Static<typeof LiveText>
export type LiveReload = Static<typeof LiveReload>

/** A gateway's report on a screen's socket: opened, still open, or closed. It is not stored, but sent periodically. */
export const ScreenSeen = Type.Object({
  gateway: Type.String({ description: 'Which of the gateways says so' }),
  version: Nullable(Type.String()),
  state: Type.Union([Type.Literal('opened'), Type.Literal('here'), Type.Literal('gone')]),
})
export type ScreenSeen = Static<typeof ScreenSeen>

export const screenOperations = {
  createScreenSession: {
    http: 'POST /admin/api/screens/session',
    audits: '벽 화면 추가',
    access: 'admin',
    summary:
      'Make a screen of a store and its token pair, which is given this once; POST /admin/api/reissue renews it until the screen is removed',
    description: `A wall screen has a session of its own, so that no shop window holds an administrator's token: it
      reads app settings and the live socket of its store, and nothing else. The tokens are in this answer only; a
      repetition by \`Idempotency-Key\` names the screen without them. It is renewed until the screen is removed, and
      stands in the audit log.`,
    input: Strict({ storeId: Id, name: ScreenName }),
    result: ScreenSession,
    status: 201,
    idempotent: true,
    errors: {
      STORE_NOT_FOUND: '`storeId` is of no store, or of one that was closed for good.',
      VALIDATION_FAILED: '`name` is nothing but spaces.',
    },
  },
  listScreens: {
    http: 'GET /admin/api/screens',
    access: 'admin',
    summary: 'List screens',
    description: `A page of all screens, the newest first unless \`sort\` says otherwise. \`online\` is true where a
      gateway has seen its live socket within 90 seconds.`,
    input: Strict({ ...pageable('createdAt', 'name') }),
    result: Page(Screen),
  },
  updateScreen: {
    http: 'PATCH /admin/api/screens/{id}',
    resource: 'screen',
    audits: '벽 화면 수정',
    access: 'admin',
    summary: 'Rename a screen',
    description: `The screen shows its new name at once where it is on. It stands in the audit log; where nothing is
      different nothing happens.`,
    input: Strict({ id: Id, name: Type.Optional(ScreenName) }),
    result: Screen,
    versioned: true,
    errors: {
      SCREEN_NOT_FOUND: 'No screen has this id, or it was removed.',
      VALIDATION_FAILED: '`name` is nothing but spaces.',
    },
  },
  deleteScreen: {
    http: 'DELETE /admin/api/screens/{id}',
    resource: 'screen',
    audits: '벽 화면 삭제',
    access: 'admin',
    summary: 'Remove a screen; its session ends at once',
    description: 'Its session ends at every gateway, and its live sockets close. It stands in the audit log.',
    input: Strict({ id: Id }),
    result: Nothing,
    versioned: true,
    errors: {
      SCREEN_NOT_FOUND: 'No screen has this id, or it was removed.',
    },
  },
  messageScreen: {
    http: 'POST /admin/api/screens/{id}/message',
    resource: 'screen',
    audits: '벽 화면에 보내기',
    access: 'admin',
    summary: 'Show a text on a screen, or have it reload: one of both, answered when an open socket took it',
    description: `A text is shown as it is; \`reload\` loads the page anew. It is answered once an open socket of the
      screen has taken it, and nothing is kept for a screen that is off. It stands in the audit log.`,
    input: Strict(
      { id: Id, text: Type.Optional(Text), reload: Type.Optional(Type.Literal(true)) },
      { id: '0199a0c5-3c80-7000-8000-000000000001', text: '잠시 후 영업을 마칩니다.' },
    ),
    result: Nothing,
    errors: {
      SCREEN_NOT_FOUND: 'No screen has this id, or it was removed.',
      SCREEN_OFFLINE: 'No gateway holds an open socket of the screen; nothing was sent.',
      VALIDATION_FAILED: 'Neither or both of `text` and `reload` are given.',
      UNAVAILABLE: 'Nobody can tell whether the screen has it.',
    },
  },
} as const satisfies Record<string, Spec>
