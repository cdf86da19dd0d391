import type { RecordAccess } from '@kingcar/bus'
import { type AccessEntry, openedMembers } from '@kingcar/contract'
import { uuidv7 } from '@kingcar/db'

/**
 * Returns the recorder for `BusRpc.serve`: a result with data of members is an entry of the access log.
 * @param store commits the entry before it resolves
 */
export const accessRecorder =
  (store: (entry: AccessEntry) => Promise<unknown>): RecordAccess =>
  async ({ name }, result, { actor, address = '', requestId }) => {
    const memberIds = openedMembers(result)
    if (!actor || memberIds.length === 0) return
    const at = new Date().toISOString()
    await store({ id: uuidv7(), at, adminId: actor.id, address, action: name, memberIds, requestId })
  }
