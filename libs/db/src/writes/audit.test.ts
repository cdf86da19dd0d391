import { describe, expect, test } from 'vitest'
import { auditEntry } from './audit.ts'

const caller = { requestId: 'request-1', actor: { id: '019b76da-a800-7000-8000-000000000000' } }
const entry = (before: unknown, after: unknown = null) =>
  auditEntry(caller, { action: 'updateStore', entity: 'store', entityId: 'x', before, after })

test('an entry has actor, time and request', () => {
  expect(entry({ name: '강남점' }, { name: '서초점' })).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    at: expect.stringMatching(/Z$/),
    actorId: caller.actor.id,
    requestId: 'request-1',
    action: 'updateStore',
    entity: 'store',
    entityId: 'x',
    before: { name: '강남점' },
    after: { name: '서초점' },
  })
})

test('without an actor there is no entry', () => {
  const nobody = { ...caller, actor: null }
  const change = { action: 'a', entity: 'b', entityId: 'c', before: null, after: null }
  expect(() => auditEntry(nobody, change)).toThrow(expect.objectContaining({ code: 'UNAUTHENTICATED' }))
})

describe('a secret', () => {
  test.each([
    ...['password', 'passwordHash', 'password_hash', 'PASSWORD', 'newPassword', 'passwordTwoDigits', 'joinSecret'],
    ...['secretHash', 'accessToken', 'refresh-token', 'verificationToken', 'apiKey', 'private_key', 'credentials'],
    ...['authorization', 'Set-Cookie', 'cardNumber', 'cvc', 'customerUid', 'billingKey', 'socialGrant', 'pin', 'otp'],
  ])('named %s is removed at any depth', (name) => {
    const { before, after } = entry({ name: '강남점', [name]: 'x' }, { list: [{ deep: { [name]: 'x', kept: 1 } }] })
    expect(before).toEqual({ name: '강남점' })
    expect(after).toEqual({ list: [{ deep: { kept: 1 } }] })
  })

  test('is not found in other names', () => {
    const at = new Date()
    const fields = { pinned: true, key: 'orders.refundDays', disabled: false, birthDate: '1990-01-01', phone: '02', at }
    expect(entry(fields, null)).toMatchObject({ before: fields, after: null })
    expect(entry([1, 'a', null]).before).toEqual([1, 'a', null])
  })
})
