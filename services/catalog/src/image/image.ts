import { memberImageLimits, type Role } from '@kingcar/contract'

/** A member's stored images: their number and the bytes of the originals. */
export type MemberUsage = { count: number; bytes: number }

/** Whether a member may store one more image of this size (bytes). */
export const isWithinLimits = ({ count, bytes }: MemberUsage, more: number): boolean =>
  count < memberImageLimits.count && bytes + more <= memberImageLimits.bytes

type Owner = { ownerKind: 'device' | 'member' | 'admin'; ownerId: string | null; storeId: string | null }
type Viewer = { role: Role; id: string }

/**
 * Whether an account may see an image regardless of references: its uploader, administrators of all stores, and those of the store
 * whose device uploaded it.
 * @param stores that an administrator is limited to; null or undefined for no limit
 */
export const isVisibleTo = (
  { ownerKind, ownerId, storeId }: Owner,
  { role, id }: Viewer,
  stores: readonly string[] | null | undefined,
): boolean =>
  (role === 'admin' && (!stores || (storeId !== null && stores.includes(storeId)))) ||
  (role === ownerKind && id === ownerId)
