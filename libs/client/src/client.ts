import * as operations from './generated/operations.ts'
import type { Client } from './generated/types.ts'
import type { ServiceName } from './http/operation-types.ts'
import { createTransport, type TransportOptions } from './http/transport.ts'
import type { Call, CallOptions } from './model/call.ts'

/**
 * A client of the whole API. It has no timeout of its own (0) and speaks to the production environment unless told
 * otherwise. Where a small bundle counts, `createTransport` and single operations do the same.
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
  // Every operation stands in the table under its service and name: the table's types and its test hold that.
  return client as unknown as Client
}
