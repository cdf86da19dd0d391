import * as operations from './generated/operations.ts'
import type { Client } from './generated/types.ts'
import type { ServiceName } from './http/operation-types.ts'
import { createTransport, type TransportOptions } from './http/transport.ts'
import type { Call, CallOptions } from './model/call.ts'

/**
 * A client of the whole API. Defaults: no timeout (0), the production environment. For a small bundle use
 * `createTransport` and import single operations.
 */
export function createClient(options: TransportOptions = {}): Client {
  const transport = createTransport(options)
  const client: Record<ServiceName, Record<string, unknown>> = {
    member: {},
    catalog: {},
    orders: {},
    recognition: {},
    gateway: {},
  }
  for (const op of Object.values<Call<ServiceName>>(operations)) {
    client[op.service][op.name] = (input: never, callOptions?: CallOptions) => transport.call(op, input, callOptions)
  }
  // The generated operations cover every method of `Client`; a test compares both with the contract.
  return client as unknown as Client
}
