import type { RecordAccess } from '@kingcar/bus'
import { type AccessEntry, openedMembers } from '@kingcar/contract'
import { retryUntilAvailable, uuidv7 } from '@kingcar/db'
import { type Logger, steadyNow, withTimeLimit } from '@kingcar/runtime'

/**
 * Milliseconds for which the response to a write waits for its entry, and milliseconds before the caller's deadline at
 * which it is sent.
 */
const writeWait = 1_000
const replyTime = 200

/**
 * Returns the recorder for `BusRpc.serve`: a result with data of members is an entry of the access log. A read fails if
 * its entry cannot be stored. A write does not fail, because it is already committed and in the audit log: its entry is
 * repeated until it is stored.
 * @param store commits the entry before it resolves; may be called twice with the same entry
 */
export const accessRecorder =
  (process: { log: Logger; stopping: AbortSignal }, store: (entry: AccessEntry) => Promise<unknown>): RecordAccess =>
  async ({ name, http }, result, { actor, address = '', requestId, deadline }) => {
    const memberIds = openedMembers(result)
    if (!actor || memberIds.length === 0) return
    const at = new Date().toISOString()
    const entry = { id: uuidv7(), at, adminId: actor.id, address, action: name, memberIds, requestId }
    if (http.startsWith('GET ')) return void (await store(entry))
    const stored = retryUntilAvailable(process, () => store(entry)).catch((err) =>
      process.log.error({ err, operation: name, requestId }, 'access entry of a write not stored'),
    )
    const wait = Math.max(0, Math.min(writeWait, deadline - replyTime - steadyNow()))
    await withTimeLimit<unknown>(wait, stored, () => undefined)
  }
