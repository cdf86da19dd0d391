import { memberImageLimits } from '@kingcar/contract'

/** A member's stored images: their number and the bytes of the originals. */
export type MemberUsage = { count: number; bytes: number }

/** Whether a member may store one more image of this size (bytes). */
export const isWithinLimits = ({ count, bytes }: MemberUsage, more: number): boolean =>
  count < memberImageLimits.count && bytes + more <= memberImageLimits.bytes

type Owner = { ownerKind: 'device' | 'member' | 'admin'; ownerId: string | null }
type Viewer = { role: string; id: string }

/** Whether an account may see an image regardless of references: its uploader and every administrator. */
export const isVisibleTo = ({ ownerKind, ownerId }: Owner, { role, id }: Viewer): boolean =>
  role === 'admin' || (role === ownerKind && id === ownerId)
