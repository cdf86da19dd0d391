// Generated from the contract by `npm run generate`: do not edit.
import type { CallOptions } from '../../model/call.ts'

/** Input of `getHealth`. */
export type GetHealthInput = Record<never, never>

/** Result of `getHealth`. */
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
