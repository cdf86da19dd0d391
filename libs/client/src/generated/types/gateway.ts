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
   * Check that the gateway is up; no other component is contacted. `GET /api/health`
   *
   * For load balancers, and for apps that check their connection. The gateway responds by itself and
   * does not limit the rate. The health of the components behind it is on the operations port.
   */
  getHealth(input?: GetHealthInput, options?: CallOptions): Promise<GetHealthResult>
}
