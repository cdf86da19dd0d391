// Written by `npm run generate` from the contract; a test holds it to that.
import type { CallOptions } from '../transport.ts'

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
   */
  getHealth(input?: GetHealthInput, options?: CallOptions): Promise<GetHealthResult>
}
