import type { BusRpc, Caller } from '@kingcar/bus'
import { AdminGrant, type AdminRole, AppError, adminSubject, contract, type Detail } from '@kingcar/contract'
import { emitTo, type Tx } from '@kingcar/db'
import type { AdminRow } from '../tables.ts'

type Rights = Pick<AdminRow, 'role' | 'storeIds'>

const invalid = (ko: string, en: string, path = 'storeIds') =>
  new AppError('VALIDATION_FAILED', { details: [{ path, ko, en }] })
const noStore: Omit<Detail, 'path'> = { ko: '매장을 찾을 수 없어요.', en: 'No such store.' }

/**
 * The rights after a change; absent fields keep their value. An owner has all stores. An administrator who becomes a
 * manager or staff needs stores in the same change, so that an omission never gives all stores.
 * @throws AppError VALIDATION_FAILED
 */
export function changedRights(
  found: Rights,
  { role = found.role, storeIds }: { role?: AdminRole | undefined; storeIds?: string[] | null | undefined },
): Rights {
  if (role === 'owner') {
    if (storeIds) throw invalid('소유자는 모든 매장을 맡아요. 비워 주세요.', 'Must be null for an owner.')
    return { role, storeIds: null }
  }
  if (storeIds === undefined && role !== found.role && role !== 'accountant' && found.storeIds === null)
    throw invalid('맡을 매장을 골라 주세요.', 'Choose the stores, or null for all stores.')
  return { role, storeIds: storeIds === undefined ? found.storeIds : (storeIds?.toSorted() ?? null) }
}

/** @throws AppError VALIDATION_FAILED for a store that does not exist or is closed, UNAVAILABLE without the catalog service */
export async function assertStoresExist(
  bus: Pick<BusRpc, 'call'>,
  storeIds: readonly string[],
  { requestId, deadline }: Caller,
): Promise<void> {
  const found = await Promise.all(storeIds.map((id) => hasStore(bus, id, { requestId, deadline, actor: null })))
  const details = found.flatMap((exists, at) => (exists ? [] : [{ path: `storeIds.${at}`, ...noStore }]))
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details })
}

async function hasStore(bus: Pick<BusRpc, 'call'>, id: string, internalCall: Caller): Promise<boolean> {
  try {
    await bus.call(contract.catalog.getStore, { id }, internalCall)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'STORE_NOT_FOUND') return false
    throw error
  }
}

/** The rights of an administrator for gateways. */
export const grantOf = ({ id, role, storeIds, secondFactor, version }: AdminRow): AdminGrant => ({
  adminId: id,
  adminRole: role,
  storeIds,
  version,
  ...(secondFactor && { secondFactor }),
})

/** Publishes rights to every gateway, right before the commit. */
export const emitGrant = (tx: Tx, grant: AdminGrant) => emitTo(tx, adminSubject(grant.adminId), AdminGrant, grant)
