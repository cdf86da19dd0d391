// Written by `npm run generate` from the contract; a test holds it to that.
import type { CallOptions } from '../../model/call.ts'

/** What `getHealth` takes. */
export type GetHealthInput = Record<never, never>

/** What `getHealth` gives. */
export type GetHealthResult = {
  status: 'ok'
  version: string
}

export type GatewayInputs = {
  getHealth: GetHealthInput
}

export type GatewayResults = {
  getHealth: GetHealthResult
}

export interface GatewayClient {
  /**
   * Whether the edge is up; touches nothing else. `GET /api/health`
   *
   * For load balancers and apps that ask whether there is a way to the service: the gateway answers by
   * itself, at any rate. Whether what stands behind it works is told on the operations port.
   */
  getHealth(input?: GetHealthInput, options?: CallOptions): Promise<GetHealthResult>
}
