import { isIPv6 } from 'node:net'

/** The unit that limits by address count: an IPv4 address, or an IPv6 /64, which one household owns as a whole. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*/s, '')
  if (!isIPv6(plain)) return plain
  const groups = expand(plain)
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (mapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** True if the call came from this machine. */
export const isLoopback = (address: string): boolean => address === '::1' || /^127\./.test(networkOf(address))

/** The eight groups of a valid IPv6 address. */
function expand(address: string): number[] {
  const dotted = address.replace(
    /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/,
    (_, a, b, c, d) => `${hex(a, b)}:${hex(c, d)}`,
  )
  const [head = '', tail] = dotted.split('::')
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [before, behind] = [parse(head), parse(tail ?? '')]
  return [...before, ...Array<number>(8 - before.length - behind.length).fill(0), ...behind]
}

const hex = (high: string, low: string) => (Number(high) * 256 + Number(low)).toString(16)
