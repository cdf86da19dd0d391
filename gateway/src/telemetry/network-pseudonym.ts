import { createHmac, randomBytes } from 'node:crypto'
import { networkOf } from '../http/rate-limit.ts'

/**
 * Makes the function that gives a network a mark: lines of the log with one mark are of one network, and which it is
 * nobody can tell from it, since the key lives in this process alone and ends with it.
 */
export function createNetworkPseudonym(): (address: string) => string {
  const key = randomBytes(32)
  return (address) => createHmac('sha256', key).update(networkOf(address)).digest('hex').slice(0, 16)
}
