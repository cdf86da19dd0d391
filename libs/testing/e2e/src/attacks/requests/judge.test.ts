import { expect, test } from 'vitest'
import type { Operation } from '../../openapi-document.ts'
import type { SentRequest } from './attack.ts'
import type { Fixtures } from './fixtures.ts'
import { createJudge } from './judge.ts'

const person = {
  name: '홍길동',
  email: 'a@b.test',
  phoneNumber: '01012345678',
  accessToken: 'access token',
  refreshToken: 'refresh token',
}
const account = { ...person, id: '1', password: 'a long password' }
const fixtures = { attackers: [account], control: { member: account, admin: account } } as unknown as Fixtures

/** A member removes another member's car. */
const operation: Operation = {
  ...{ id: 'deleteCar', method: 'DELETE', path: '/api/cars/{id}', access: 'bearer', inPath: [], inQuery: [] },
  ...{ inHeader: [], body: undefined, answers: { 404: {}, 503: {} }, codes: {}, samples: {} },
}
const sent = {
  ...{ method: 'DELETE', path: '/api/cars/1', headers: {}, content: undefined, as: { role: 'member', name: '김회원' } },
  attack: { operation, twist: 'owner', caller: 'right', method: 'DELETE', address: undefined, path: {}, query: [] },
  named: [{ kind: 'car', whose: 'other', place: 'path', id: '1' }],
} as unknown as SentRequest

const headers = {
  ...{ 'content-type': 'application/json', 'x-request-id': 'request-1', 'x-content-type-options': 'nosniff' },
  ...{ 'content-language': 'ko', 'retry-after': '2' },
}
const findingsOf = (status: number, code: string) => {
  const value = { success: false, error: { code, message: '안 돼요.', requestId: 'request-1' } }
  const answer = { status, headers, content: Buffer.from(JSON.stringify(value)), milliseconds: 1 }
  return createJudge(fixtures).judge(sent, answer, value)
}

test('UNAVAILABLE may be caused by a busy machine, whatever the request', () => {
  expect(findingsOf(503, 'UNAVAILABLE')).toMatchObject([{ claim: 'no internal error', mayBeLoad: true }])
})

test('a response that discloses an object of another member may not', () => {
  expect(findingsOf(404, 'CAR_NOT_FOUND')).toEqual([])
  const told = { claim: "no access to another's objects, and no hint that they exist" }
  expect(findingsOf(409, 'CONFLICT')).toContainEqual(expect.objectContaining(told))
  expect(findingsOf(500, 'INTERNAL')).toMatchObject([{ claim: 'no internal error' }, told])
})
