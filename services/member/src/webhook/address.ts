import { BlockList, isIP } from 'node:net'

/** The addresses that webhooks may reach. */
export type AddressPolicy = {
  /**
   * Whether a connection may be opened: to a public address with `https:`, and to an address of the exempt networks
   * also with `http:`.
   */
  permits(address: string, protocol: string): boolean
  /** Whether any network is exempt. */
  hasExempt: boolean
}

/** IPv4 networks that are not public: IANA's registry of special-purpose addresses, and multicast. */
const specialV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]
/**
 * All public IPv6 addresses are in this network: neither loopback, link-local, unique local, multicast nor IPv4-mapped
 * ones.
 */
const globalV6 = ['2000::/3']
/** Parts of it that are not public, or that contain an IPv4 address: Teredo and others, documentation, 6to4. */
const specialV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

/**
 * @param exempt networks, comma-separated, such as `127.0.0.1/32`
 * @throws RangeError if one of them is not a network
 */
export function createAddressPolicy(exempt: string): AddressPolicy {
  const networks = exempt
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const isExempt = listOf(networks)
  const isSpecial = listOf([...specialV4, ...specialV6])
  const isGlobalV6 = listOf(globalV6)
  const isPublic = (address: string) => !isSpecial(address) && (isIP(address) === 4 || isGlobalV6(address))
  return {
    permits: (address, protocol) =>
      isIP(address) !== 0 && (isExempt(address) || (protocol === 'https:' && isPublic(address))),
    hasExempt: networks.length > 0,
  }
}

/** Whether an address is in one of the networks. */
function listOf(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/')
    if (isIP(address) === 0 || !/^\d{1,3}$/.test(bits)) throw new RangeError(`${network} is not a network`)
    list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => list.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
