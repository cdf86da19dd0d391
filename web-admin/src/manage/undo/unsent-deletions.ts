import type { Call, CallInput, ServiceName } from '@kingcar/client'

/*
 * Deletions that were pending when their page was left without an unexpired access token: a page that unloads cannot wait for
 * a new one. They are stored in localStorage by administrator, also for a tab that is closed, and the next page of the same
 * administrator offers them again.
 */

/** A deletion as it is stored: the call, its input, and what the toast names. */
export type Deletion<Input = unknown> = { id: string; name: string; op: Call<ServiceName>; input: Input }
/** A deletion that was stored, as the client calls it. */
type StoredDeletion = Deletion<CallInput<ServiceName, string>>

const prefix = 'deletions.'

/** Stores deletions beside those that are stored already. */
export function keepUnsent(adminId: string, deletions: readonly Deletion[]): void {
  localStorage.setItem(prefix + adminId, JSON.stringify([...read(adminId), ...deletions]))
}

/** Returns the stored deletions of an administrator and removes them. */
export function takeUnsent(adminId: string): StoredDeletion[] {
  const deletions = read(adminId)
  localStorage.removeItem(prefix + adminId)
  return deletions
}

/** Removes the stored deletions of all administrators, because they contain names. */
export function forgetUnsent(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}

/** What another program has written there is no deletion, and must not stop the console. */
function read(adminId: string): StoredDeletion[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(prefix + adminId) ?? '[]')
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'object' && each !== null) : []
  } catch {
    return []
  }
}
