import type { AdminRights, AdminRole, Permission } from '@kingcar/contract'
import { storeBody } from '../../bodies.ts'
import { type Account, callUntilDone, create, joinAdmin } from './accounts.ts'

/** An administrator with other rights than an owner of all stores, or an API key. */
export type LimitedAdmin = Pick<Account, 'id' | 'accessToken' | 'name'> & { rights: AdminRights }

type Limits = { role: AdminRole | 'apiKey'; ofStore: boolean }
const keyPermissions: Permission[] = ['visits.read', 'orders.read', 'members.read']

/** Each role but owner, which has all stores, with all stores and with one of its own; and an API key with that store. */
export const limitedRights: readonly Limits[] = [
  ...(['manager', 'staff', 'accountant'] as const).flatMap((role) => [
    { role, ofStore: false },
    { role, ofStore: true },
  ]),
  { role: 'apiKey', ofStore: true },
]

/**
 * Creates these administrators. No attack knows their store, which has a recognizer and a screen: every object that attacks know
 * is foreign to those with a store of their own.
 */
export async function createLimitedAdmins(base: string, owner: string): Promise<LimitedAdmin[]> {
  const store = await create(base, owner, '/admin/api/stores', storeBody)
  await create(base, owner, '/admin/api/devices', { storeId: store, name: '입구' })
  await callUntilDone(base, owner, 'POST', '/admin/api/screens/session', { storeId: store, name: '대기실' })
  return Promise.all(
    limitedRights.map(async ({ role, ofStore }) => {
      const storeIds = ofStore ? [store] : null
      if (role === 'apiKey') return createKey(base, owner, storeIds)
      const account = await joinAdmin(base)
      await callUntilDone(base, owner, 'PATCH', `/admin/api/admins/${account.id}`, { role, storeIds })
      return { ...account, rights: { adminRole: role, storeIds } }
    }),
  )
}

async function createKey(base: string, owner: string, storeIds: string[] | null): Promise<LimitedAdmin> {
  const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString()
  const body = { name: '정산 프로그램', permissions: keyPermissions, storeIds, expiresAt }
  const { id, key } = await callUntilDone<{ id: string; key: string }>(base, owner, 'POST', '/admin/api/apiKeys', body)
  return {
    id,
    accessToken: key,
    name: body.name,
    rights: { adminRole: 'staff', storeIds, permissions: keyPermissions },
  }
}
