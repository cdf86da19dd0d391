import { type Contract, contract } from './contract.ts'
import type { Operation, ServiceName } from './operation.ts'

/** Operations that stand in the contract and have no handler yet; the gateway answers them 501 `NOT_IMPLEMENTED`. */
export const notBuilt = {
  member: [],
  catalog: [],
  orders: [],
  recognition: [],
  gateway: [],
} as const satisfies { [S in ServiceName]: readonly (keyof Contract[S])[] }

/** The operations of a service that have a handler. */
export type Built<S extends ServiceName> = Omit<Contract[S], (typeof notBuilt)[S][number]>

/** Whether an operation has a handler. */
export function isBuilt(op: Pick<Operation, 'service' | 'name'>): boolean {
  const names: readonly string[] = notBuilt[op.service]
  return !names.includes(op.name)
}

/** What a service hands to its bus: the part of its contract that has handlers. */
export function built<const S extends ServiceName>(name: S): Built<S>
export function built(name: ServiceName): Record<string, Operation> {
  return Object.fromEntries(Object.entries<Operation>(contract[name]).filter(([, op]) => isBuilt(op)))
}
