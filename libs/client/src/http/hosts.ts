export const environments = ['production', 'development'] as const
export type Environment = (typeof environments)[number]

export type Hosts = {
  /** Production where absent. */
  environment?: Environment
  /** Origin of the gateway for each environment; the page's own where absent. */
  hosts?: Partial<Record<Environment, string>>
  /** Origin of the gateway, whatever the environment. */
  baseUrl?: string
}

/** Origin of the gateway without a slash at its end; empty for the page's own. */
export function httpBase({ environment = 'production', hosts, baseUrl }: Hosts): string {
  return (baseUrl ?? hosts?.[environment] ?? '').replace(/(?<!\/)\/+$/, '')
}

export type LiveQuery = {
  /** One store only. */
  storeId?: string
  /** Names and plates masked by the server. */
  mask?: boolean
  /** The last sequence that was seen; what was missed since comes first. */
  after?: number
  /** Of the console that a screen runs: letters, digits, `_`, `.`, `+` and `-`. */
  version?: string
}

// As in the contract, to which a test holds them, so that a bundle holds nothing of it.
const protocol = 'kingcar.live.v1'
const tokenPrefix = 'bearer.'

/** Address of the live socket; TypeError where neither a base, a host nor a page says whose. */
export function liveAddress(options: Hosts & LiveQuery = {}): string {
  const base = httpBase(options) || pageOrigin()
  if (!base) throw new TypeError('The live socket needs a baseUrl or a host outside of a page')
  const address = new URL('/admin/api/live', base)
  address.protocol = address.protocol === 'http:' ? 'ws:' : 'wss:'
  for (const name of ['storeId', 'mask', 'after', 'version'] as const) {
    const value = options[name]
    if (value !== undefined) address.searchParams.set(name, String(value))
  }
  return address.href
}

function pageOrigin(): string | undefined {
  const page: unknown = Reflect.get(globalThis, 'location')
  const known = typeof page === 'object' && page !== null && 'origin' in page && typeof page.origin === 'string'
  return known ? String(page.origin) : undefined
}

/** Subprotocols to offer: the token travels in one, so that it is in no URL and no log. */
export function liveProtocols(accessToken: string): [protocol: string, token: string] {
  return [protocol, `${tokenPrefix}${accessToken}`]
}
