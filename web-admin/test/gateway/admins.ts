import type {
  AccessLog,
  Admin,
  ApiKey,
  AuditLog,
  Invitation,
  WebhookDelivery,
  WebhookEndpoint,
} from '@kingcar/contract'
import { type FakeGateway, ownId, subjectOf } from '../fake-gateway.ts'
import { idIn, pageOf, searchOf } from './paging.ts'

const idOf = (n: number) => `019aa000-0008-7000-8000-${String(n).padStart(12, '0')}`

export const adminOf = (n: number, fields: Partial<Admin> = {}): Admin => ({
  ...{ id: idOf(n), email: `manager${n}@kingcar.test`, name: `${n}번 관리자`, disabled: false, secondFactor: false },
  ...{
    alertPhone: null,
    storeIds: null,
    createdAt: '2026-01-05T00:00:00.000Z',
    lastLoginAt: '2026-11-20T05:02:00.000Z',
  },
  role: 'owner',
  ...fields,
})

export const logOf = (n: number, fields: Partial<AuditLog> = {}): AuditLog => ({
  ...{ id: idOf(900 + n), at: '2026-11-21T05:32:05.000Z', actorId: ownId, actorName: '김매니저' },
  ...{ action: 'updateStore', entity: 'store', entityId: '019aa000-0001-7000-8000-000000000001' },
  ...{ before: { name: '강남점', visible: true }, after: { name: '강남역점', visible: false } },
  requestId: `request-of-log-${n}`,
  ...fields,
})

export const accessOf = (n: number, fields: Partial<AccessLog> = {}): AccessLog => ({
  ...{ id: idOf(800 + n), at: '2026-11-21T05:32:05.000Z', adminId: ownId, adminName: '김매니저' },
  ...{ address: '203.0.113.7', action: 'getMember', members: 1, memberIds: [idOf(700 + n)] },
  ...{ lastAt: '2026-11-21T05:32:05.000Z', requestId: `request-of-access-${n}` },
  ...fields,
})

const stepsBack = (n: number) => new Date(Date.parse('2026-11-21T05:32:05.000Z') - n * 3_600_000).toISOString()

export const keyOf = (n: number, fields: Partial<ApiKey> = {}): ApiKey => ({
  ...{ id: idOf(500 + n), name: `${n}번 프로그램`, permissions: ['visits.read', 'uses.read'], storeIds: null },
  ...{
    createdBy: '김매니저',
    createdByDisabled: false,
    createdAt: '2026-11-01T00:00:00.000Z',
    expiresAt: '2099-11-01T00:00:00.000Z',
  },
  ...{ rotatedAt: null, overlapUntil: null, lastUsedAt: '2026-11-21T05:32:05.000Z' },
  ...fields,
})

export const endpointOf = (n: number, fields: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  ...{ id: idOf(520 + n), name: `${n}번 협력사`, url: `https://partner${n}.example.com/kingcar`, enabled: true },
  ...{ eventTypes: ['visit.created', 'product.used'], disabledAt: null, disabledReason: null, failingSince: null },
  ...{ waiting: 0, createdBy: '김매니저', createdAt: '2026-11-01T00:00:00.000Z', rotatedAt: null, overlapUntil: null },
  version: n,
  ...fields,
})

const deliveryOf = (n: number): WebhookDelivery => ({
  ...{ eventId: idOf(540 + n), type: 'visit.created', key: idOf(560 + n), state: 'waiting' },
  ...{ createdAt: '2026-11-21T05:32:05.000Z', endedAt: null, nextTryAt: '2026-11-21T05:33:05.000Z' },
  tries: [{ at: '2026-11-21T05:32:05.000Z', status: 503, error: 'status', response: 'maintenance', milliseconds: 40 }],
})

/** Token of the links that the gateway makes. */
export const invitationToken = 'Zq3vZ0y4mK9cWb1rT8uXn5dLh2sPf7gJ6aEoIiQwRtY'

/** Calls of administrators and the audit log, on lists that the test changes. */
export function withAdmins(gateway: FakeGateway) {
  const state = {
    admins: [
      adminOf(1, { id: ownId, name: '김매니저', email: 'kim@kingcar.test' }),
      adminOf(2, { name: '이점장', email: 'lee@kingcar.test', role: 'manager' }),
      adminOf(3, { name: '박퇴사', disabled: true, lastLoginAt: null }),
    ],
    logs: [
      logOf(1),
      logOf(2, {
        action: 'createDevice',
        entity: 'device',
        before: null,
        after: { name: '1번 출입구', storeId: null },
      }),
      logOf(3, {
        action: 'deleteNotice',
        entity: 'notice',
        before: { title: '휴무 안내', publishedAt: '2026-01-31T15:00:00.000Z' },
        after: null,
      }),
      logOf(4, { action: 'changeAdminPassword', entity: 'admin', entityId: ownId, before: null, after: null }),
      logOf(5, { actorId: idOf(2), actorName: '이점장', before: { closedDates: [] }, after: '{"closedDates":["2026-' }),
      ...Array.from({ length: 20 }, (_, n) => logOf(10 + n, { at: stepsBack(n + 1) })),
    ],
    accesses: [
      accessOf(1),
      accessOf(2, { adminId: idOf(2), adminName: '이점장', action: 'listMembers', lastAt: '2026-11-21T05:36:59.000Z' }),
      accessOf(3, { action: 'exportMembers', members: 500, memberIds: [1, 2, 3, 4].map((n) => idOf(700 + n)) }),
    ],
    /** Incremented with each change of an administrator. */
    version: 1,
    /** Received changes, with their `If-Match`. */
    patches: [] as unknown[],
    /** Received queries of the audit log. */
    queries: [] as string[],
    invitations: [] as Invitation[],
    apiKeys: [keyOf(1)],
    endpoints: [endpointOf(1)],
    endpointPatches: [] as unknown[],
    /** Received ranges to replay. */
    replays: [] as unknown[],
    /** Where the replays go on, one after the other. */
    replayNext: [] as string[],
    password: 'kingcar-demo-1234',
  }
  const { answers } = gateway
  const found = (id: string) => state.admins.find((admin) => admin.id === id)
  answers['GET /admin/api/admins'] = (_, __, request) => pageOf(state.admins, request)
  answers['GET /admin/api/admins/{id}'] = (_, __, request) => {
    const admin = found(idIn(request))
    return admin === undefined
      ? { status: 404, error: { code: 'ADMIN_NOT_FOUND', message: '관리자를 찾을 수 없어요.' } }
      : { result: admin, etag: `"${state.version}"` }
  }
  answers['GET /admin/api/me'] = (_, authorization) => ({ result: found(subjectOf(authorization)) ?? adminOf(99) })
  answers['PATCH /admin/api/admins/{id}'] = (body, _, request) => {
    const patch = body as Partial<Admin>
    const match = request.headers['if-match']
    state.patches.push([match, patch])
    if (match !== `"${state.version}"`) return { status: 412, error: { code: 'CHANGED_SINCE' } }
    const enabled = state.admins.filter(({ disabled }) => !disabled)
    if (patch.disabled && enabled.length === 1) {
      return { status: 409, error: { code: 'LAST_ADMIN', message: '마지막 관리자는 사용 중지할 수 없어요.' } }
    }
    state.version += 1
    state.admins = state.admins.map((admin) => (admin.id === idIn(request) ? { ...admin, ...patch } : admin))
    return { result: found(idIn(request)), etag: `"${state.version}"` }
  }
  answers['GET /admin/api/invitations'] = (_, __, request) => pageOf(state.invitations, request)
  answers['POST /admin/api/invitations'] = (body) => {
    const {
      role,
      storeIds,
      email = null,
      name = null,
    } = body as Partial<Invitation> & Pick<Invitation, 'role' | 'storeIds'>
    if (email === 'lee@kingcar.test')
      return { status: 409, error: { code: 'EMAIL_TAKEN', message: '이미 사용 중인 이메일이에요.' } }
    const id = idOf(100 + state.invitations.length)
    const expiresAt = '2026-11-24T05:32:05.000Z'
    const made = { id, role, storeIds, email, name, invitedBy: '김매니저', createdAt: stepsBack(0), expiresAt }
    state.invitations = [made, ...state.invitations]
    return { result: { id, link: `/invitation#${invitationToken}`, expiresAt, mailed: email !== null } }
  }
  answers['POST /admin/api/invitations/check'] = () => ({
    result: { role: 'manager', storeIds: null, email: null, name: '최신입', expiresAt: '2026-11-24T00:00:00.000Z' },
  })
  answers['POST /admin/api/admins/{id}/passwordLink'] = () => ({
    result: { link: `https://admin.kingcar.test/password#${invitationToken}`, expiresAt: stepsBack(-1) },
  })
  answers['DELETE /admin/api/admins/{id}/secondFactor'] = (_, __, request) => {
    state.admins = state.admins.map((admin) => (admin.id === idIn(request) ? { ...admin, secondFactor: false } : admin))
    return { result: null }
  }
  answers['DELETE /admin/api/invitations/{id}'] = (_, __, request) => {
    state.invitations = state.invitations.filter(({ id }) => id !== idIn(request))
    return { result: null }
  }
  const secretOf = (id: string) => ({ id, key: `kc_${invitationToken}`, expiresAt: '2099-11-01T00:00:00.000Z' })
  answers['GET /admin/api/apiKeys'] = (_, __, request) => pageOf(state.apiKeys, request)
  answers['POST /admin/api/apiKeys'] = (body) => {
    const made = keyOf(2 + state.apiKeys.length, { ...(body as Partial<ApiKey>), lastUsedAt: null })
    state.apiKeys = [made, ...state.apiKeys]
    return { result: secretOf(made.id) }
  }
  answers['POST /admin/api/apiKeys/{id}/rotate'] = (_, __, request) => ({ result: secretOf(idIn(request)) })
  answers['DELETE /admin/api/apiKeys/{id}'] = (_, __, request) => {
    state.apiKeys = state.apiKeys.filter(({ id }) => id !== idIn(request))
    return { result: null }
  }
  const webhookSecretOf = (id: string) => ({ result: { id, secret: `whsec_${invitationToken}` } })
  answers['GET /admin/api/webhookEndpoints'] = (_, __, request) => pageOf(state.endpoints, request)
  answers['POST /admin/api/webhookEndpoints'] = (body) => {
    const made = endpointOf(2 + state.endpoints.length, body as Partial<WebhookEndpoint>)
    state.endpoints = [made, ...state.endpoints]
    return webhookSecretOf(made.id)
  }
  answers['POST /admin/api/webhookEndpoints/{id}/rotate'] = (_, __, request) => webhookSecretOf(idIn(request))
  answers['POST /admin/api/webhookEndpoints/{id}/test'] = () => ({
    result: { status: null, error: 'address', response: null, milliseconds: 3 },
  })
  answers['GET /admin/api/webhookEndpoints/{id}/deliveries'] = (_, __, request) => pageOf([deliveryOf(1)], request)
  answers['POST /admin/api/webhookEndpoints/{id}/replay'] = (body) => {
    state.replays.push(body)
    return { result: { deliveries: 12, next: state.replayNext.shift() ?? null } }
  }
  answers['PATCH /admin/api/webhookEndpoints/{id}'] = (body, _, request) => {
    const fields = body as Partial<WebhookEndpoint>
    state.endpointPatches.push({ body, ifMatch: request.headers['if-match'] })
    const change = {
      ...fields,
      ...('enabled' in fields && { disabledReason: fields.enabled ? null : ('admin' as const) }),
    }
    state.endpoints = state.endpoints.map((each) => (each.id === idIn(request) ? { ...each, ...change } : each))
    return { result: state.endpoints.find(({ id }) => id === idIn(request)) }
  }
  answers['DELETE /admin/api/webhookEndpoints/{id}'] = (_, __, request) => {
    state.endpoints = state.endpoints.filter(({ id }) => id !== idIn(request))
    return { result: null }
  }
  answers['POST /admin/api/me/password'] = (body) => {
    const { currentPassword } = body as { currentPassword: string }
    if (currentPassword === state.password) return { result: null }
    const details = [{ path: 'currentPassword', message: '현재 비밀번호가 맞지 않아요.' }]
    return { status: 400, error: { code: 'VALIDATION_FAILED', message: '', details } }
  }
  answers['GET /admin/api/accessLogs'] = (_, __, request) => {
    const asked = searchOf(request)
    state.queries.push(asked.toString())
    const [adminId, memberId] = [asked.get('adminId'), asked.get('memberId')]
    const found = state.accesses.filter(
      (access) =>
        (adminId === null || access.adminId === adminId) && (memberId === null || access.memberIds.includes(memberId)),
    )
    return pageOf(found, request)
  }
  const ofOthers = answers['GET /admin/api/auditLogs']
  answers['GET /admin/api/auditLogs'] = (body, authorization, request) => {
    const asked = searchOf(request)
    state.queries.push(asked.toString())
    const is = (name: string, ...values: (string | null)[]) => !asked.has(name) || values.includes(asked.get(name))
    const named = state.logs.filter(
      (log) =>
        is('q', log.entityId, log.requestId, log.actorName) && is('entity', log.entity) && is('actorId', log.actorId),
    )
    if (named.length === 0 && ofOthers !== undefined) return ofOthers(body, authorization, request)
    return pageOf(named, request)
  }
  return state
}
