import type { Screen } from '@kingcar/contract'
import { type FakeGateway, tokenFor } from '../fake-gateway.ts'
import { idIn, ofStore, pageOf } from './paging.ts'

const idOf = (n: number) => `019aa000-0030-7000-8000-${String(n).padStart(12, '0')}`

const screenOf = (n: number, storeId: string, fields: Partial<Screen> = {}): Screen => ({
  ...{ id: idOf(n), storeId, name: `${n}번 입구`, version: 'b7f3', online: true },
  ...{ lastSeenAt: new Date(Date.now() - n * 9_000).toISOString(), createdAt: '2026-11-01T00:00:00.000Z' },
  ...fields,
})

/** Calls of wall screens, on a list that the test changes. */
export function withScreens(gateway: FakeGateway, stores: readonly { id: string }[]) {
  const [first, second] = stores.map(({ id }) => id)
  const state = {
    screens: [
      screenOf(1, String(first)),
      screenOf(2, String(second), { name: '대기실', online: false, lastSeenAt: '2026-11-20T05:02:00.000Z' }),
      screenOf(3, String(first), { name: '새 화면', online: false, version: null, lastSeenAt: null }),
    ],
    /** Received creations, renamings and messages. */
    sent: [] as unknown[],
    removed: [] as string[],
    /** Tokens of a created screen. */
    tokens: { accessToken: tokenFor(900, 'screen', 0, 'screen'), refreshToken: 'refresh-screen' },
  }
  const { answers } = gateway
  const notThere = { status: 404, error: { code: 'SCREEN_NOT_FOUND', message: '화면을 찾을 수 없어요.' } }
  const found = (id: string) => state.screens.find((screen) => screen.id === id)
  answers['GET /admin/api/screens'] = (_, __, request) => pageOf(ofStore(state.screens, request), request)
  answers['POST /admin/api/screens/session'] = (body) => {
    state.sent.push(body)
    return { status: 201, result: { screenId: idOf(9), ...state.tokens } }
  }
  answers['POST /admin/api/screens/pairings'] = () => ({
    status: 201,
    result: {
      pairingToken: 'x'.repeat(43),
      pairingCode: '204681',
      expiresAt: new Date(Date.now() + 600_000).toISOString(),
    },
  })
  answers['POST /admin/api/screens/pairings/session'] = () => ({
    result: state.sent.length === 0 ? { screenId: null } : { screenId: idOf(9), ...state.tokens },
  })
  answers['PATCH /admin/api/screens/{id}'] = (body, _, request) => {
    state.sent.push(body)
    state.screens = state.screens.map((screen) =>
      screen.id === idIn(request) ? Object.assign({}, screen, body) : screen,
    )
    return { result: found(idIn(request)), etag: '"2"' }
  }
  answers['DELETE /admin/api/screens/{id}'] = (_, __, request) => {
    state.removed.push(idIn(request))
    state.screens = state.screens.filter(({ id }) => id !== idIn(request))
    return { result: null }
  }
  answers['POST /admin/api/screens/{id}/message'] = (body, _, request) => {
    const screen = found(request.url?.split('/').at(-2) ?? '')
    if (screen === undefined) return notThere
    state.sent.push(body)
    if (screen.online) return { result: null }
    return { status: 409, error: { code: 'SCREEN_OFFLINE', message: '화면이 꺼져 있어서 보내지 못했어요.' } }
  }
  return state
}
