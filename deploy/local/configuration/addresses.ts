import { isIPv6 } from 'node:net'

/** The host to connect to: loopback for a listener on all addresses. */
export const reachable = (host: string) => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)

/** `host:port` of a listener for a URL on this machine. */
export function addressOf(host: string, port: number): string {
  const name = reachable(host)
  return `${isIPv6(name) ? `[${name}]` : name}:${port}`
}
