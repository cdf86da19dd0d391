// Generated from the contract by `npm run generate`: do not edit.
import type { CatalogClient, CatalogInputs, CatalogResults } from './types/catalog.ts'
import type { GatewayClient, GatewayInputs, GatewayResults } from './types/gateway.ts'
import type { MemberClient, MemberInputs, MemberResults } from './types/member.ts'
import type { OrdersClient, OrdersInputs, OrdersResults } from './types/orders.ts'
import type { RecognitionClient, RecognitionInputs, RecognitionResults } from './types/recognition.ts'

export type * from './types/catalog.ts'
export type * from './types/error-codes.ts'
export type * from './types/gateway.ts'
export type * from './types/member.ts'
export type * from './types/orders.ts'
export type * from './types/recognition.ts'
export type * from './types/schemas.ts'

/** Inputs by service and operation. */
export type Inputs = {
  member: MemberInputs
  catalog: CatalogInputs
  orders: OrdersInputs
  recognition: RecognitionInputs
  gateway: GatewayInputs
}

/** Results by service and operation. */
export type Results = {
  member: MemberResults
  catalog: CatalogResults
  orders: OrdersResults
  recognition: RecognitionResults
  gateway: GatewayResults
}

/** One method for each operation, grouped by the service that owns it. */
export interface Client {
  member: MemberClient
  catalog: CatalogClient
  orders: OrdersClient
  recognition: RecognitionClient
  gateway: GatewayClient
}
