import { type Admin, type AdminOperation, adminGuards, isPermitted } from '@kingcar/contract'
import { createContext, type ReactNode, use } from 'react'

/** What an administrator may do. */
export type Rights = Pick<Admin, 'role' | 'storeIds'>

/** The signed-in administrator with their rights; null until they are known. */
export const RightsContext = createContext<(Rights & Pick<Admin, 'id'>) | null>(null)

/** Whether an administrator may call an operation. */
export const isAllowed = ({ role, storeIds }: Rights, op: AdminOperation): boolean =>
  isPermitted(adminGuards[op], { adminRole: role, storeIds })

/** Returns a predicate: whether the signed-in administrator may call an operation. */
export function useMay(): (op: AdminOperation) => boolean {
  const rights = use(RightsContext)
  return (op) => rights !== null && isAllowed(rights, op)
}

/** Renders its children for administrators that may call the operation. */
export function IfMay({ op, children }: { op: AdminOperation; children: ReactNode }) {
  return useMay()(op) && children
}

/** Whether the signed-in administrator sees all stores, and not only certain ones. */
export const useSeesEveryStore = (): boolean => use(RightsContext)?.storeIds === null

/** Returns a predicate: whether the signed-in administrator may change what belongs to a store; null is any one. */
export function useOwnsStore(): (storeId: string | null) => boolean {
  const rights = use(RightsContext)
  return (storeId) => storeId === null || rights?.storeIds == null || rights.storeIds.includes(storeId)
}
