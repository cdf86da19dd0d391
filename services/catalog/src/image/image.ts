import { memberImageLimits } from '@kingcar/contract'

/** What a member keeps: how many pictures, and the bytes of their originals. */
export type MemberUsage = { count: number; bytes: number }

/** Whether a member may keep one more picture of so many bytes. */
export const isWithinLimits = ({ count, bytes }: MemberUsage, more: number): boolean =>
  count < memberImageLimits.count && bytes + more <= memberImageLimits.bytes

type Owner = { ownerKind: 'device' | 'member' | 'admin'; ownerId: string | null }
type Viewer = { role: string; id: string }

/** Whether an account sees a picture that is not everybody's: who sent it, and every administrator. */
export const isVisibleTo = ({ ownerKind, ownerId }: Owner, { role, id }: Viewer): boolean =>
  role === 'admin' || (role === ownerKind && id === ownerId)
