import type { Caller } from '@kingcar/bus'
import { AppError, type AuditEntry, hasPermission, mustBeGiven } from '@kingcar/contract'
import { auditEntry, isTooSlow } from '@kingcar/db'

type Input = { reason?: string | undefined; full?: boolean | undefined; sort?: unknown; page?: unknown; size?: unknown }

/** Filters that may contain personal data, or are long: the audit log only has their names. */
const onlyNamed = new Set(['q', 'carNumber', 'member', 'ids'])

/**
 * Records an export of personal data before its first row is returned, so that no row leaves without an entry, even if
 * the download is aborted. The entry has the number of rows that match at that time, or null if counting them takes too
 * long.
 * @param store stores the entry
 * @throws AppError for an export without masks: VALIDATION_FAILED if it has no reason, FORBIDDEN for an administrator
 * who may not see contact data
 */
export async function recordExport(
  op: { name: string },
  { reason, full = false, sort: _sort, page: _page, size: _size, ...filters }: Input,
  caller: Caller,
  { count, store }: { count: () => PromiseLike<number>; store: (entry: AuditEntry) => Promise<unknown> },
): Promise<void> {
  const { actor } = caller
  if (full && reason === undefined)
    throw new AppError('VALIDATION_FAILED', { details: [{ path: 'reason', ...mustBeGiven }] })
  if (full && !hasPermission(actor, 'members.contact')) throw new AppError('FORBIDDEN')
  if (caller.cursor !== undefined) return
  const after = {
    ...(reason !== undefined && { reason }),
    full,
    rows: await countInTime(count),
    filter: inWords(filters),
  }
  const change = { action: op.name, entity: 'export', entityId: caller.requestId, before: null, after }
  await store(auditEntry(caller, change))
}

/** The count, or null if it exceeds its time limit: the file itself is read in pieces and has no such limit. */
const countInTime = async (count: () => PromiseLike<number>): Promise<number | null> => {
  try {
    return await count()
  } catch (error) {
    if (isTooSlow(error)) return null
    throw error
  }
}

/** The filters as text, such as `storeId=…, q`. */
const inWords = (filters: object): string =>
  Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (onlyNamed.has(name) ? name : `${name}=${value}`))
    .join(', ')
