// Generated from the contract by `npm run generate`: do not edit.
import type { CatalogClient } from './types/catalog.ts'
import type { GatewayClient } from './types/gateway.ts'
import type { MemberClient } from './types/member.ts'
import type { OrdersClient } from './types/orders.ts'
import type { RecognitionClient } from './types/recognition.ts'

export type * from './types/catalog.ts'
export type * from './types/error-codes.ts'
export type * from './types/gateway.ts'
export type * from './types/member.ts'
export type * from './types/orders.ts'
export type * from './types/recognition.ts'
export type * from './types/schemas.ts'

/** One method for each operation, grouped by the service that owns it. */
export interface Client {
  member: MemberClient
  catalog: CatalogClient
  orders: OrdersClient
  recognition: RecognitionClient
  gateway: GatewayClient
}
