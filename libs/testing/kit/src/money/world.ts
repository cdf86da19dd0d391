import type { Input, Operation, Result } from '@kingcar/contract'

/** A member of a history. */
export type HistoryMember = { id: string }

/** A product that a history sells. */
export type OfferedProduct = { type: 'onetime' | 'subscribe'; price: number; billingMonths: number | null }

/**
 * How histories reach a running product: over the bus in the tests of the orders service, over HTTP in the whole product. The
 * provider is always reached by the controls of its simulator.
 */
export type MoneyWorld = {
  /** Address of the provider's simulator. */
  providerUrl: string
  /** Calls an operation. @throws an error with the `code` of the response */
  call<O extends Operation>(op: O, input: Input<O>, by: HistoryMember | 'admin' | 'anyone'): Promise<Result<O>>
  join(): Promise<HistoryMember>
  /** The member leaves, whatever that ends. */
  leave(member: HistoryMember): Promise<void>
  addProduct(product: OfferedProduct): Promise<string>
  addStore(): Promise<string>
  /** An administrator deletes a product; its subscriptions go on, or stop. */
  deleteProduct(id: string, subscriptions: 'keep' | 'stop'): Promise<void>
  /** The time of orders and subscriptions. */
  now(): Date
  /** Moves that time ahead, for all processes. */
  move(seconds: number): Promise<void>
  /** Waits until all work that is due is done. Returns what still is pending at its deadline. */
  idle(): Promise<string[]>
  /** Kills processes of the service, until it is disposed. */
  startCrashes?(): AsyncDisposable
}
