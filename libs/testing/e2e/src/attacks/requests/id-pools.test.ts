import { expect, test } from 'vitest'
import type { Operation } from '../../openapi-document.ts'
import type { SentRequest } from './attack.ts'
import { createIdPools, type People } from './id-pools.ts'

const admin = { id: 'spare' }
const people = { attackers: [], controlMember: {}, spareAdmins: [admin], spareMembers: [] } as unknown as People
const deleted = { kind: 'admin', whose: 'deleted', nth: 0 } as const

test.each([
  ['/admin/api/admins/{id}', admin.id],
  ['/admin/api/admins/{id}/secondFactor', undefined],
])('DELETE %s: the deleted administrator is %s', (path, expected) => {
  const pools = createIdPools(people)
  const before = pools.find(deleted, undefined)
  const operation = { id: 'deleteIt', method: 'DELETE', path } as Operation
  const named = [{ kind: 'admin', whose: 'own', nth: 0, place: 'path', id: admin.id }]
  const sent = { attack: { operation }, method: 'DELETE', as: undefined, named } as unknown as SentRequest
  pools.learn(sent, { status: 200, headers: {}, content: Buffer.from(''), milliseconds: 1 }, {})
  expect(pools.find(deleted, undefined)).toBe(expected ?? before)
})
