import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Instant, Nothing, Nullable, notBlank, Strict, Subset, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { Tokens } from './tokens.ts'

const ScreenName = Type.String({ minLength: 1, maxLength: 50, examples: ['입구 화면'] })

/** A wall screen. It has its own session, bound to one store, so that a screen in public holds no administrator's token. */
export const Screen = Type.Object({
  id: Id,
  storeId: Id,
  name: Type.String({ examples: ['입구 화면'] }),
  version: Nullable(
    Type.String({ description: 'Version of the console that it runs, as reported on its live WebSocket' }),
  ),
  online: Type.Boolean({ description: 'A gateway has seen its live WebSocket within 90 seconds' }),
  lastSeenAt: Nullable(Instant),
  createdAt: Instant,
})
export type Screen = Static<typeof Screen>

/** A new screen with its tokens, which are returned only once: not to a repetition with the same `Idempotency-Key`. */
export const ScreenSession = Type.Object({ screenId: Id, ...Subset(Tokens.properties) })
export type ScreenSession = Typed<typeof ScreenSession>

/** Minutes for which a pairing code works: long enough to walk from the screen to a desk. */
export const pairingMinutes = 10

const PairingCode = Type.String({
  pattern: '^\\d{6}$',
  description: 'Six digits that the screen shows',
  examples: ['204681'],
})
const PairingToken = Type.String({
  minLength: 43,
  maxLength: 43,
  examples: ['Jq3dXv-9bTzL2m_Wc7RkY0hNf5sAeUo1PiG4xBtDw8M'],
})

/** A browser that waits to become a wall screen: the code that it shows, and the secret by which it gets its tokens. */
export const ScreenPairing = Type.Object({ pairingToken: PairingToken, pairingCode: PairingCode, expiresAt: Instant })
export type ScreenPairing = Typed<typeof ScreenPairing>

/** The tokens of a browser that waited, with the id of its screen; null as long as no administrator entered its code. */
export const PairedScreen = Type.Object({ screenId: Nullable(Id), ...Subset(Tokens.properties) })
export type PairedScreen = Typed<typeof PairedScreen>

/** Sent to a screen when its WebSocket connects, and when its name changes. */
export const LiveScreen = Type.Object({
  type: Type.Literal('screen'),
  screenId: Id,
  name: Type.String({ examples: ['입구 화면'] }),
  storeId: Id,
})

const Text = Type.String({ minLength: 1, maxLength: 200, pattern: notBlank, examples: ['잠시 후 영업을 마칩니다.'] })

/** A text from an administrator for the screen, shown as plain text. */
export const LiveText = Type.Object({ type: Type.Literal('message'), text: Text })

/** An administrator requests a reload of the page. */
export const LiveReload = Type.Object({ type: Type.Literal('reload') })

export type LiveScreen = Static<typeof LiveScreen>
export type LiveText = Static<typeof LiveText>
export type LiveReload = Static<typeof LiveReload>

/**
 * A gateway's report on the WebSocket of a screen: opened, still open (repeated), or closed. Not stored in any stream.
 */
export const ScreenSeen = Type.Object({
  gateway: Type.String({ description: 'Gateway that sends the report' }),
  version: Nullable(Type.String()),
  state: Type.Union([Type.Literal('opened'), Type.Literal('here'), Type.Literal('gone')]),
})
export type ScreenSeen = Static<typeof ScreenSeen>

export const screenOperations = {
  createScreenSession: {
    http: 'POST /admin/api/screens/session',
    audits: '벽 화면 추가',
    access: 'admin',
    permission: 'devices.manage',
    scope: 'stores',
    summary: 'Create a wall screen of a store; its token pair is returned only once',
    description: `A wall screen has its own session, so that no screen in public holds an administrator's token: it can
      read app settings, the live events of its store and the state of its recognizers, and nothing else. With
      \`pairingCode\` the browser that shows the code gets the tokens, and the response has none; nor has a repetition
      with the same \`Idempotency-Key\`. The browser renews the session with \`POST /admin/api/reissue\` until the
      screen is deleted.`,
    input: Strict(
      { storeId: Id, name: ScreenName, pairingCode: Type.Optional(PairingCode) },
      { storeId: '0199a0c5-3c80-7000-8000-000000000001', name: '입구 화면' },
    ),
    result: ScreenSession,
    status: 201,
    idempotent: true,
    errors: {
      STORE_NOT_FOUND: '`storeId` belongs to no store or to a permanently closed one.',
      PAIRING_NOT_FOUND: 'No browser shows this code, its time has passed, or it is a screen already.',
      VALIDATION_FAILED: '`name` is blank.',
    },
  },
  beginScreenPairing: {
    http: 'POST /admin/api/screens/pairings',
    audits: null,
    access: 'public',
    summary: 'Begin to pair a browser as a wall screen',
    description: `Returns a code to show, which an administrator enters at \`POST /admin/api/screens/session\` within
      ${pairingMinutes} minutes, so that no administrator signs in on a screen in public. The browser asks
      \`POST /admin/api/screens/pairings/session\` every few seconds whether that has happened.`,
    input: Strict({}),
    result: ScreenPairing,
    status: 201,
    errors: { RATE_LIMITED: 'A hundred pairings were begun from this network within 15 minutes.' },
  },
  openPairedScreen: {
    http: 'POST /admin/api/screens/pairings/session',
    audits: null,
    access: 'public',
    summary: 'Get the tokens of a paired wall screen',
    description: `Returns null for \`screenId\` and no tokens as long as no administrator has entered the code. A repetition
      after a lost response returns a new session and ends the one before.`,
    input: Strict({ pairingToken: PairingToken }),
    result: PairedScreen,
    errors: {
      PAIRING_NOT_FOUND: 'The time to enter the code has passed, the screen was deleted, or the token is wrong.',
    },
  },
  listScreens: {
    http: 'GET /admin/api/screens',
    access: 'admin',
    permission: 'devices.read',
    scope: 'stores',
    summary: 'List screens',
    description: `Returns a page of all screens, newest first unless \`sort\` is given; \`storeId\` selects one store.
      \`online\` is true if a gateway has seen the live WebSocket of the screen within 90 seconds.`,
    input: Strict({ ...pageable('createdAt', 'name'), storeId: Type.Optional(Id) }),
    result: Page(Screen),
  },
  updateScreen: {
    http: 'PATCH /admin/api/screens/{id}',
    resource: 'screen',
    audits: '벽 화면 수정',
    access: 'admin',
    permission: 'devices.manage',
    scope: 'stores',
    summary: 'Rename a screen',
    description: `A screen that is online shows the new name immediately. The change is recorded in the audit log; a
      request that changes nothing is a no-op.`,
    input: Strict({ id: Id, name: Type.Optional(ScreenName) }),
    result: Screen,
    versioned: true,
    errors: {
      SCREEN_NOT_FOUND: 'No screen has this id, or it was deleted.',
      VALIDATION_FAILED: '`name` is blank.',
    },
  },
  deleteScreen: {
    http: 'DELETE /admin/api/screens/{id}',
    resource: 'screen',
    audits: '벽 화면 삭제',
    access: 'admin',
    permission: 'devices.manage',
    scope: 'stores',
    summary: 'Delete a screen; its session ends immediately',
    description: `The session ends at every gateway, and the live WebSockets of the screen are closed. The change is
      recorded in the audit log.`,
    input: Strict({ id: Id }),
    result: Nothing,
    versioned: true,
    errors: {
      SCREEN_NOT_FOUND: 'No screen has this id, or it was deleted.',
    },
  },
  messageScreen: {
    http: 'POST /admin/api/screens/{id}/message',
    resource: 'screen',
    audits: '벽 화면에 보내기',
    access: 'admin',
    permission: 'devices.manage',
    scope: 'stores',
    summary: 'Show a text on a screen, or make it reload',
    description: `Send either \`text\`, which is shown as it is, or \`reload\`, which reloads the page. The response
      comes after an open WebSocket of the screen has accepted the message; nothing is stored for a screen that is
      offline. The message is recorded in the audit log.`,
    input: Strict(
      { id: Id, text: Type.Optional(Text), reload: Type.Optional(Type.Literal(true)) },
      { id: '0199a0c5-3c80-7000-8000-000000000001', text: '잠시 후 영업을 마칩니다.' },
    ),
    result: Nothing,
    errors: {
      SCREEN_NOT_FOUND: 'No screen has this id, or it was deleted.',
      SCREEN_OFFLINE: 'No gateway has an open WebSocket of the screen; nothing was sent.',
      VALIDATION_FAILED: 'Neither or both of `text` and `reload` are given.',
      UNAVAILABLE: 'It is not known whether the screen received the message.',
    },
  },
} as const satisfies Record<string, Spec>
