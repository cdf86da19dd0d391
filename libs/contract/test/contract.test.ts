import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import {
  carriesBody,
  contract,
  errorReasons,
  errors,
  honoursIfMatch,
  isPublished,
  type Operation,
  possibleErrors,
  route,
  type ServiceName,
} from '../src/index.ts'

const services = Object.keys(contract) as ServiceName[]
const operations: Operation[] = services.flatMap((name) => Object.values<Operation>(contract[name]))
const byName = operations.map((op): [string, Operation] => [op.name, op])
const isSingle = ({ http }: Operation) => /^(GET|PATCH|DELETE) \S*(\{\w+\}|\/me)$/.test(http)
const shape = (http: string) => http.replaceAll(/\{\w+\}/g, '{}')

/** The calls that member apps, the admin tool and the payment provider were written against. */
const given = `
POST /admin/api/login
POST /admin/api/reissue
POST /admin/api/join
GET /admin/api/appSettings
PUT /admin/api/appSettings
GET /admin/api/appSettings/{key}
DELETE /admin/api/appSettings/{key}
POST /admin/api/banners
GET /admin/api/banners
PATCH /admin/api/banners
GET /admin/api/banners/{bannerId}
DELETE /admin/api/banners/{bannerId}
GET /api/banners
POST /api/cars
GET /api/cars
GET /api/cars/{id}
PATCH /api/cars/{id}
DELETE /api/cars/{id}
GET /api/carBrands
POST /api/cards
GET /api/cards
GET /api/images/{imageId}
POST /api/images
GET /api/health
POST /api/join
POST /api/login
POST /api/socialLogin
POST /api/reissue
POST /api/logout
POST /api/phoneVerification
POST /api/phoneVerification/check
GET /api/me
GET /api/me/products
GET /api/me/products/useLogs
POST /admin/api/notices
GET /admin/api/notices
GET /admin/api/notices/{noticeId}
PATCH /admin/api/notices/{noticeId}
DELETE /admin/api/notices/{noticeId}
GET /api/notices
GET /api/notices/{noticeId}
POST /api/orders
GET /api/orders/{orderId}
PATCH /api/order/{orderId}/payment
POST /api/orders/{orderId}/refund
POST /api/orders/webhook
POST /admin/api/products
GET /admin/api/products/{id}
PATCH /admin/api/products/{id}
DELETE /admin/api/products/{id}
GET /admin/api/products
GET /api/products/{id}
GET /api/products
POST /admin/api/stores
GET /admin/api/stores/{id}
PATCH /admin/api/stores/{id}
DELETE /admin/api/stores/{id}
GET /admin/api/stores
GET /api/stores/{id}
GET /api/stores
POST /admin/api/terms
GET /admin/api/terms/{termsId}
PATCH /admin/api/terms/{termsId}
DELETE /admin/api/terms/{termsId}
GET /admin/api/terms
GET /api/terms
`
  .trim()
  .split('\n')

/** The calls of administration, devices and sessions beyond them. */
const further = `
POST /admin/api/logout
GET /admin/api/admins
PATCH /admin/api/admins/{id}
POST /admin/api/me/password
PATCH /api/me
DELETE /api/me
POST /api/me/agreements
DELETE /api/me/agreements/{termsId}
POST /api/password/reset
DELETE /api/cards/{id}
PATCH /api/cards/{id}
POST /api/social/kakao/unlink
GET /api/social/kakao/unlink
POST /api/social/apple/notice
GET /api/orders
POST /api/orders/{orderId}/cancel
POST /api/me/products/{id}/cancel
POST /admin/api/devices
GET /admin/api/devices
POST /admin/api/devices/{id}/rotate
DELETE /admin/api/devices/{id}
POST /admin/api/devices/{id}/test
GET /admin/api/stores/{id}/gate
PATCH /admin/api/stores/{id}/gate
POST /admin/api/listedPlates
GET /admin/api/listedPlates
DELETE /admin/api/listedPlates/{id}
POST /api/recognition/images
POST /api/recognition/adapters/plateRecognizer/{deviceId}
POST /api/recognition/adapters/openalpr/{deviceId}
POST /api/recognition/adapters/frigate/{deviceId}
POST /api/recognition/adapters/hikvision/{deviceId}
GET /admin/api/live
PATCH /admin/api/products
GET /admin/api/members
GET /admin/api/members/{id}
DELETE /admin/api/members/{id}/sessions
POST /admin/api/members/{id}/releasePhone
GET /admin/api/orders
GET /admin/api/orders/{orderId}
POST /admin/api/orders/{orderId}/refund
GET /admin/api/orders/revenue
GET /admin/api/userProducts
POST /admin/api/userProducts
POST /admin/api/userProducts/{id}/cancel
GET /admin/api/useLogs
POST /admin/api/useLogs/{id}/reverse
GET /admin/api/visits
GET /admin/api/visits/{id}
PATCH /admin/api/visits/{id}
POST /admin/api/visits
GET /admin/api/visits/stats
GET /admin/api/attention
GET /admin/api/demo
DELETE /admin/api/demo
GET /admin/api/statistics/visits
GET /admin/api/statistics/visits/export
GET /admin/api/recognition/deadLetters
POST /admin/api/recognition/deadLetters/{id}/reprocess
DELETE /admin/api/recognition/deadLetters/{id}
POST /admin/api/screens/session
GET /admin/api/screens
PATCH /admin/api/screens/{id}
DELETE /admin/api/screens/{id}
POST /admin/api/screens/{id}/message
GET /admin/api/terms/{termsId}/compare
GET /admin/api/auditLogs
GET /admin/api/orders/export
GET /admin/api/setup
GET /admin/api/me/sessions
POST /admin/api/me/totp
POST /admin/api/me/totp/confirm
DELETE /admin/api/me/totp
GET /admin/api/me/secondFactors
POST /admin/api/me/passkeys
POST /admin/api/me/passkeys/confirm
DELETE /admin/api/me/passkeys/{id}
POST /admin/api/me/alertPhone
POST /admin/api/me/alertPhone/confirm
DELETE /admin/api/me/alertPhone
POST /admin/api/login/passkey
POST /admin/api/login/passkey/confirm
DELETE /admin/api/me/sessions/{id}
DELETE /admin/api/me/sessions
POST /admin/api/setup
POST /admin/api/password/forgot
POST /admin/api/password/reset
POST /admin/api/admins/{id}/passwordLink
DELETE /admin/api/admins/{id}/secondFactor
POST /admin/api/apiKeys
GET /admin/api/apiKeys
POST /admin/api/apiKeys/{id}/rotate
DELETE /admin/api/apiKeys/{id}
POST /admin/api/invitations
GET /admin/api/invitations
DELETE /admin/api/invitations/{id}
POST /admin/api/invitations/check
POST /admin/api/invitations/accept
GET /admin/api/members/export
GET /admin/api/visits/export
GET /admin/api/userProducts/export
GET /admin/api/useLogs/export
GET /admin/api/auditLogs/export
GET /admin/api/accessLogs
GET /admin/api/accessLogs/export
POST /admin/api/webhookEndpoints
GET /admin/api/webhookEndpoints
PATCH /admin/api/webhookEndpoints/{id}
POST /admin/api/webhookEndpoints/{id}/rotate
DELETE /admin/api/webhookEndpoints/{id}
POST /admin/api/webhookEndpoints/{id}/test
GET /admin/api/webhookEndpoints/{id}/deliveries
POST /admin/api/webhookEndpoints/{id}/replay
GET /admin/api/alerts
GET /admin/api/alerts/bell
POST /admin/api/alerts/seen
GET /admin/api/alertRules
GET /admin/api/alertRules/recipients
POST /admin/api/alertRules
PATCH /admin/api/alertRules/{id}
DELETE /admin/api/alertRules/{id}
POST /api/orders/price
POST /admin/api/coupons
GET /admin/api/coupons
GET /admin/api/coupons/{id}
PATCH /admin/api/coupons/{id}
POST /admin/api/coupons/{id}/end
DELETE /admin/api/coupons/{id}
`
  .trim()
  .split('\n')

// ASVS 6.4.2, 10.2.1
test('the table holds the 66 given calls and the further promised ones, each once', () => {
  expect(given).toHaveLength(66)
  const calls = operations.map(({ http }) => http)
  expect([...given, ...further].filter((promised) => !calls.includes(promised as (typeof calls)[number]))).toEqual([])
  expect(new Set(operations.map(({ http }) => shape(http))).size).toBe(operations.length)
})

test('names are unique in the whole table', () => {
  expect(new Set(byName.map(([name]) => name)).size).toBe(operations.length)
})

// ASVS 2.2.1, 14.2.2
test.each(byName)('%s is consistent', (name, op) => {
  const { path, parameters } = route(op)
  expect(op.subject).toBe(`rpc.${op.service}.${name}`)
  const place = op.local ? /^\/dev\// : op.access.startsWith('admin') ? /^\/(admin\/)?api\// : /^(\/admin)?\/api\//
  expect(path).toMatch(place)
  if (['admin', 'adminOrScreen'].includes(op.access)) expect(path).toMatch(/^\/admin\/api\//)
  for (const parameter of parameters) expect(op.input.required).toContain(parameter)
  expect('additionalProperties' in op.input).toBe(op.unknownFields !== 'ignore' || op.parts !== undefined)
  if (op.parts) expect(Object.keys(op.input.properties)).toEqual(parameters)
  expect(op.body === 'multipart').toBe(op.parts !== undefined)
  if (op.idempotent) expect(op.http).toMatch(/^(POST|PATCH) /)
  if (op.cached) {
    expect(op.http).toMatch(/^GET /)
    expect(['public', 'image', 'memberUnlessPublicNotices']).toContain(op.access)
  }
  if (op.emits) expect(op.http).not.toMatch(/^GET /)
  if (op.response) expect(op.http).toMatch(/^GET /)
})

const sentences = (text: string) => text.split(/(?<=[.?])\s+(?=[A-Z`])/)

test.each(byName)('%s has a description, and a reason for each error code', (_name, op) => {
  const described = sentences(op.description)
  expect(described.length).toBeLessThanOrEqual(op.response === 'csv' ? 3 : 4)
  const reasons = possibleErrors(op).map((code) => errorReasons(op, code))
  expect(reasons.filter((each) => each.length === 0)).toEqual([])
  for (const sentence of [...described, ...reasons.flat()]) expect(sentence).toMatch(/^[A-Z`][\s\S]{10,}\.$/)
  for (const reason of Object.values(op.errors ?? {})) expect(described.join(' ')).not.toContain(reason)
  expect(op.description).not.toContain(op.summary)
})

// ASVS 6.2.1, 6.2.5, 6.2.9
test.each([
  ['joinMember', 'password', 8],
  ['updateMe', 'newPassword', 8],
  ['resetPassword', 'newPassword', 8],
  ['joinAdmin', 'password', 10],
  ['changeAdminPassword', 'newPassword', 10],
  ['acceptInvitation', 'password', 10],
  ['setUp', 'password', 10],
  ['resetAdminPassword', 'newPassword', 10],
] as const)('%s accepts a %s of %i to 128 characters of any kind', (name, field, fewest) => {
  const schema = contract.member[name].input.properties as Record<string, TSchema>
  const isTaken = (password: string) => Value.Check(schema[field] as TSchema, password)
  for (const character of ['a', 'A', '1', ' ', '!', '가', '🚗']) {
    const lengths = [fewest - 1, fewest, 64, 128, 129]
    expect(lengths.map((length) => isTaken(character.repeat(length)))).toEqual([false, true, true, true, false])
  }
})

test('events that invalidate caches are declared by the operations that emit them', () => {
  const emitted = new Set(operations.flatMap(({ emits = [] }) => emits))
  const dropping = new Set(operations.flatMap(({ cached = [] }) => cached))
  expect(dropping.size).toBeGreaterThan(0)
  expect([...dropping].filter((name) => !emitted.has(name))).toEqual([])
})

test('operations that create return 201 and accept an idempotency key, except public ones', () => {
  const creating = operations.filter(({ status }) => status === 201)
  const keyless = creating.filter(({ idempotent, access }) => !idempotent && access !== 'public')
  expect(keyless.map(({ name }) => name)).toEqual([])
})

// A plan is read in lists alone, which have no version.
test('a single resource is versioned in reads, changes and deletions', () => {
  const single = operations.filter((op) => isSingle(op) && !op.cached && op.response === undefined)
  expect(single.filter(({ versioned }) => !versioned).map(({ name }) => name)).toEqual([
    'endAdminSession', // a session is only ended
    'withdrawInvitation', // an invitation is not changed
    'updatePasskey', // a passkey has a name alone
    'deletePasskey',
    'deleteApiKey', // nor is a key
    'withdrawAgreement',
    'getSettlement', // a file is never changed; what it is compared with is
    'deleteSettlement',
    'moveMyProduct',
    'moveUserProduct',
    'updateDevice', // its version is that of its secret, which a change of its name must not end
    'deleteListedPlate', // an entry is replaced, never changed
    'getRehearsal', // a computation that can only be cancelled, whatever its progress
    'cancelRehearsal',
  ])
})

test('a versioned list is read and changed as a whole', () => {
  const lists = operations.filter((op) => op.versioned && !isSingle(op))
  expect(lists.length).toBeGreaterThan(0)
  const paths = new Set(lists.map((op) => route(op).path))
  const both = [...paths].flatMap((path) => [`GET ${path}`, `PATCH ${path}`])
  expect(new Set(lists.map(({ http }) => http))).toEqual(new Set(both))
})

// ASVS 6.1.3, 6.3.4
test('operations without a token are sign-ins, pairings, webhooks, and reads that are the same for every client', () => {
  const open = operations
    .filter((op) => op.access === 'public' && isPublished(op) && !op.cached)
    .map(({ http }) => http)
  expect(new Set(open)).toEqual(
    new Set([
      'POST /api/orders/webhook/v2',
      'POST /admin/api/screens/pairings',
      'POST /admin/api/screens/pairings/session',
      'POST /admin/api/invitations/check',
      'POST /admin/api/invitations/accept',
      'POST /admin/api/password/forgot',
      'POST /admin/api/password/reset',
      'GET /admin/api/setup',
      'POST /admin/api/setup',
      'POST /admin/api/join',
      'POST /admin/api/login',
      'POST /admin/api/login/passkey',
      'POST /admin/api/login/passkey/confirm',
      'POST /admin/api/reissue',
      'POST /api/join',
      'POST /api/login',
      'POST /api/socialLogin',
      'POST /api/reissue',
      'POST /api/phoneVerification',
      'POST /api/phoneVerification/check',
      'POST /api/password/reset',
      'POST /api/orders/webhook',
      'POST /api/social/kakao/unlink',
      'GET /api/social/kakao/unlink',
      'POST /api/social/apple/notice',
      'GET /api/health',
    ]),
  )
})

test('possible errors: declared ones and those of access, input and conventions', () => {
  expect(possibleErrors(contract.catalog.updateStore)).toEqual(
    expect.arrayContaining(['UNAUTHENTICATED', 'FORBIDDEN', 'CHANGED_SINCE', 'STORE_NOT_FOUND', 'PAYLOAD_TOO_LARGE']),
  )
  expect(possibleErrors(contract.catalog.listPublicStores)).not.toContain('UNAUTHENTICATED')
  expect(honoursIfMatch(contract.catalog.getStore)).toBe(false)
  const reachable = new Set(operations.flatMap(possibleErrors))
  expect(Object.keys(errors).filter((code) => !reachable.has(code as never))).toEqual([])
})

test('only operations with a body have a body limit', () => {
  expect(operations.filter((op) => op.bodyLimit !== undefined && !carriesBody(op))).toEqual([])
})

// ASVS 7.6.2
test('tokens are returned by sign-in, join and renewal, and to an administrator for a screen', () => {
  const giving = operations.filter(({ result }) => JSON.stringify(result ?? null).includes('"accessToken"'))
  expect(new Set(giving.map(({ name }) => name))).toEqual(
    new Set([
      ...['loginAdmin', 'loginByPasskey', 'loginMember', 'loginSocial', 'joinMember', 'reissueAdmin', 'reissueMember'],
      'acceptInvitation',
      'setUp',
      'createScreenSession',
      'openPairedScreen',
    ]),
  )
  expect(contract.member.createScreenSession.access).toBe('admin')
})

test('/admin/api is for administrators and wall screens, except signing in', () => {
  const open = operations.filter(
    ({ http, access }) => http.includes(' /admin/api/') && access !== 'admin' && access !== 'adminOrScreen',
  )
  expect(open.map(({ name, access }) => `${name} ${access}`)).toEqual([
    'joinAdmin public',
    'loginAdmin public',
    'reissueAdmin public',
    'getSetup public',
    'setUp public',
    'checkInvitation public',
    'acceptInvitation public',
    'forgetAdminPassword public',
    'resetAdminPassword public',
    'beginPasskeyLogin public',
    'loginByPasskey public',
    'beginScreenPairing public',
    'openPairedScreen public',
    'getScreenStore screen',
  ])
})

type Shape = TSchema & { properties?: Record<string, Shape>; items?: Shape; anyOf?: Shape[] }

/** Whether a result has contact data of a member, or a name beside the id of the member. */
function identifiesMembers({ properties = {}, items, anyOf = [] }: Shape): boolean {
  const names = Object.keys(properties)
  const isPerson = names.some((name) => /phoneNumber|birthDate|buyer/i.test(name))
  const isNamed = names.includes('memberId') && names.some((name) => /^(name|memberName)$/.test(name))
  const parts = [...Object.values(properties), ...(items ? [items] : []), ...anyOf]
  return isPerson || isNamed || parts.some(identifiesMembers)
}

test('every result that identifies members to an administrator is recorded in the access log', () => {
  const opening = operations.filter(
    ({ permission, result, input }) =>
      permission !== undefined && (identifiesMembers(result) || 'full' in input.properties),
  )
  const recorded = operations.filter(({ opens }) => opens !== undefined).map(({ name }) => name)
  expect(recorded).toContain('getMember')
  expect(new Set(recorded)).toEqual(new Set(opening.map(({ name }) => name)))
})

test('sensitive actions need a fresh sign-in: keys, webhooks, changes of administrators, files without masks, and refunds', () => {
  const files = operations.filter(({ freshSignIn }) => freshSignIn === 'full').map(({ name }) => name)
  expect(files).toEqual(operations.filter(({ input }) => 'full' in input.properties).map(({ name }) => name))
  const amounts = operations.filter(({ freshSignIn }) => freshSignIn === 'amount').map(({ name }) => name)
  const refunding = operations.filter(({ permission }) => permission === 'orders.refund')
  expect(amounts).toEqual(refunding.map(({ name }) => name))
  const always = operations.filter(({ freshSignIn }) => freshSignIn === 'always').map(({ name }) => name)
  const isMaking = (permission?: string) => permission === 'admins.manage' || permission === 'webhooks.manage'
  const making = operations.filter(({ permission, http }) => isMaking(permission) && !http.startsWith('GET'))
  const ending = ['withdrawInvitation', 'deleteApiKey', 'deleteWebhookEndpoint'] // these only take something away
  const factors = ['beginTotp', 'deleteTotp', 'replaceRecoveryCodes', 'beginPasskey', 'deletePasskey']
  const protecting = [...factors, 'putAppSetting', 'deleteAppSetting'] // what protects a sign-in
  const phone = ['sendAlertPhoneCode', 'deleteAlertPhone'] // where alerts arrive
  expect(new Set([...always, ...ending])).toEqual(new Set([...making.map(({ name }) => name), ...protecting, ...phone]))
})

test('a label of the access log that is that of the audit log needs one there', () => {
  const shared = operations.filter(({ opens }) => opens === true)
  expect(shared.filter(({ audits }) => typeof audits !== 'string')).toEqual([])
  const doubled = operations.filter(({ opens, audits }) => typeof opens === 'string' && audits !== undefined)
  expect(doubled).toEqual([])
})
