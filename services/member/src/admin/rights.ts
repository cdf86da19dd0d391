import type { Admins, BusRpc, Caller } from '@kingcar/bus'
import { AdminGrant, type AdminRole, AppError, adminSubject, contract, type Detail } from '@kingcar/contract'
import { type Database, emitTo, type Tx } from '@kingcar/db'
import { eq, inArray } from 'drizzle-orm'
import { type AdminRow, admins } from '../tables.ts'

type Rights = Pick<AdminRow, 'role' | 'storeIds'>

const invalid = (ko: string, en: string, path = 'storeIds') =>
  new AppError('VALIDATION_FAILED', { details: [{ path, ko, en }] })
const noStore: Omit<Detail, 'path'> = { ko: '매장을 찾을 수 없어요.', en: 'No such store.' }

/**
 * The rights after a change; absent fields keep their value. An owner has all stores. An administrator who becomes a manager or
 * staff gets stores with the change, so that all stores are never given by omission.
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

const grantOf = ({ id, role, storeIds, version }: AdminRow): AdminGrant => ({
  adminId: id,
  adminRole: role,
  storeIds,
  version,
})

/** Publishes the rights of an administrator to every gateway, right before the commit. */
export const emitRights = (tx: Tx, row: AdminRow) => emitTo(tx, adminSubject(row.id), AdminGrant, grantOf(row))

/**
 * Makes the stream ADMINS agree with the table. The stream lacks the rights of administrators that an earlier version added, and
 * all rights after the loss of its disk. It has rights that the table lacks if the process died, or lost the database, between
 * the publication and the commit: the change has not happened, so the present rights get a newer version.
 */
export async function reconcileRights(db: Database, known: Admins): Promise<void> {
  const differing = (rows: readonly AdminRow[]) => rows.filter((row) => differs(known.find(row.id), row))
  const ids = differing(await db.read.select().from(admins)).map(({ id }) => id)
  if (ids.length === 0) return
  await db.transaction(async (tx) => {
    const locked = await tx.select().from(admins).where(inArray(admins.id, ids)).orderBy(admins.id).for('update')
    for (const row of differing(locked)) {
      const published = known.find(row.id)?.version ?? 0
      const version = published < row.version ? row.version : published + 1
      await tx.update(admins).set({ version }).where(eq(admins.id, row.id))
      await emitRights(tx, { ...row, version })
    }
  })
}

const differs = (grant: AdminGrant | undefined, row: AdminRow) =>
  grant?.version !== row.version ||
  grant.adminRole !== row.role ||
  JSON.stringify(grant.storeIds) !== JSON.stringify(row.storeIds)
