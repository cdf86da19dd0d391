import { isIPv6 } from 'node:net'

/** An address of this machine for a listener on all of them. */
export const reachable = (host: string) => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)

/** Host and port as a URL has them, where a listener is reached on this machine. */
export function addressOf(host: string, port: number): string {
  const name = reachable(host)
  return `${isIPv6(name) ? `[${name}]` : name}:${port}`
}
