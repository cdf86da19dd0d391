export const environments = ['production', 'development'] as const
export type Environment = (typeof environments)[number]

export type Hosts = {
  /** Default: production. */
  environment?: Environment
  /** Origin of the gateway for each environment. Default: the origin of the page. */
  hosts?: Partial<Record<Environment, string>>
  /** Origin of the gateway in every environment. */
  baseUrl?: string
}

/** Origin of the gateway without a trailing slash; empty for the origin of the page. */
export function httpBase({ environment = 'production', hosts, baseUrl }: Hosts): string {
  return (baseUrl ?? hosts?.[environment] ?? '').replace(/(?<!\/)\/+$/, '')
}

export type LiveQuery = {
  /** Visits of this store only. */
  storeId?: string
  /** Names and plates masked by the server. */
  mask?: boolean
  /** The largest `sequence` received; later visits are replayed first. */
  after?: number
  /** Version of the console on a wall screen: letters, digits, `_`, `.`, `+` and `-`. */
  version?: string
  /** Whether the new socket replaces the oldest one, if the session has five or its account half of the gateway's. */
  replaceOldest?: boolean
}

// Copied from the contract, so that bundles do not contain it; a test compares them.
const protocol = 'kingcar.live.v1'
const tokenPrefix = 'bearer.'

/**
 * URL of the live socket.
 * @throws TypeError without `baseUrl` or a host, outside of a page
 */
export function liveAddress(options: Hosts & LiveQuery = {}): string {
  const base = httpBase(options) || pageOrigin()
  if (!base) throw new TypeError('Outside of a browser page the live WebSocket needs a baseUrl or a host')
  const address = new URL('/admin/api/live', base)
  address.protocol = address.protocol === 'http:' ? 'ws:' : 'wss:'
  for (const name of ['storeId', 'mask', 'after', 'version', 'replaceOldest'] as const) {
    const value = options[name]
    if (value !== undefined) address.searchParams.set(name, String(value))
  }
  return address.href
}

function pageOrigin(): string | undefined {
  const page: unknown = Reflect.get(globalThis, 'location')
  const hasOrigin = typeof page === 'object' && page !== null && 'origin' in page && typeof page.origin === 'string'
  return hasOrigin ? String(page.origin) : undefined
}

/** Subprotocols to offer. The token is one of them, so that it is in no URL and no log. */
export function liveProtocols(accessToken: string): [protocol: string, token: string] {
  return [protocol, `${tokenPrefix}${accessToken}`]
}
