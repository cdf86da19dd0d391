import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createAddressPolicy } from './address.ts'

const policy = createAddressPolicy('')
const isPermitted = (address: string) => policy.permits(address, 'https:')

test.each(['8.8.8.8', '1.1.1.1', '52.78.100.19', '172.15.0.1', '172.32.0.1', '100.63.0.1', '2404:6800:4004::1'])(
  '%s is of the Internet, and needs https',
  (address) => {
    expect(isPermitted(address)).toBe(true)
    expect(policy.permits(address, 'http:')).toBe(false)
  },
)

// ASVS 1.3.6
describe('refused is', () => {
  test.each([
    ...['127.0.0.1', '127.255.255.255', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
    ...['169.254.169.254', '100.64.0.1', '100.127.255.255', '198.19.0.1', '224.0.0.1', '239.1.1.1', '255.255.255.255'],
    ...['::1', '::', 'fe80::1', 'fd00::1', 'fc00::1', 'ff02::1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1'],
    ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::7f00:1', 'fec0::1', 'fe80::1%eth0', '2001:db8::1'],
    ...['', 'localhost', '127.1', '0x7f000001', '2130706433', '[::1]'],
  ])('%s', (address) => {
    expect(isPermitted(address)).toBe(false)
  })

  const octet = fc.integer({ min: 0, max: 255 })
  const bytes = fc.tuple(octet, octet, octet, octet)
  const isPrivate = ([a, b]: readonly number[]) =>
    a === 0 ||
    a === 10 ||
    a === 127 ||
    (a ?? 0) >= 224 ||
    (a === 169 && b === 254) ||
    (a === 192 && b === 168) ||
    (a === 172 && (b ?? 0) >> 4 === 1) ||
    (a === 100 && (b ?? 0) >> 6 === 1)

  test('every private, loopback, link-local and multicast address, also mapped to IPv6', () => {
    fc.assert(
      fc.property(bytes, (address) => {
        const text = address.join('.')
        if (isPrivate(address)) expect(isPermitted(text)).toBe(false)
        expect(isPermitted(`::ffff:${text}`)).toBe(false)
      }),
      { examples: [[[127, 0, 0, 1]], [[172, 20, 1, 1]], [[100, 100, 1, 1]]] },
    )
  })
})

test('exempt networks are reachable, by http too, and nothing else is', () => {
  const exempt = createAddressPolicy('127.0.0.1/32, 10.1.0.0/16,fd00::/8')
  for (const address of ['127.0.0.1', '10.1.255.1', 'fd12::1'])
    expect([exempt.permits(address, 'http:'), exempt.permits(address, 'https:')]).toEqual([true, true])
  for (const address of ['127.0.0.2', '10.2.0.1', '169.254.169.254'])
    expect(exempt.permits(address, 'https:')).toBe(false)
  expect([policy.hasExempt, exempt.hasExempt]).toEqual([false, true])
})

test.each(['127.0.0.1', 'localhost/8', '10.0.0.0/33', '10.0.0.0/x', '10.0.0.0/'])('%s is no network', (networks) => {
  expect(() => createAddressPolicy(networks)).toThrow(RangeError)
})
