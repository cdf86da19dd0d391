import { createHmac, randomBytes } from 'node:crypto'
import { networkOf } from '../http/rate-limit.ts'

/**
 * Returns a function that gives the pseudonym of a network: log lines with the same pseudonym come from the same network.
 * It cannot be reversed, because the key exists only in the memory of this process.
 */
export function createNetworkPseudonym(): (address: string) => string {
  const key = randomBytes(32)
  return (address) => createHmac('sha256', key).update(networkOf(address)).digest('hex').slice(0, 16)
}
