import { Agent, request } from 'node:http'
import { freePort } from '@kingcar/localstack/ports'
import { hasProgram, startHaproxy } from '../haproxy.ts'
import { type Product, startProduct } from '../product.ts'
import { forEachConcurrently } from '../raw-http.ts'
import type { Scenario } from '../scenario-runner.ts'
import { startSecondInstance } from '../second-instance.ts'

/** Calls per minute of an address. */
const limit = 100

export type AddressAttacks = {
  /** Accepted calls of one client that forges another forwarded address with each call. */
  direct: number
  /** Accepted calls of two such clients behind one proxy; undefined without haproxy. */
  proxied: [number, number] | undefined
}

/**
 * Calls from an address of this machine, each with another forged forwarded address; returns how many were accepted.
 */
async function rotate(base: string, localAddress: string, count: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  let answered = 0
  await forEachConcurrently(
    Array.from({ length: count }, (_, at) => at),
    8,
    async (at) => {
      const forged = `203.0.${at >> 8}.${at & 255}`
      const headers = {
        'X-Forwarded-For': at % 2 ? forged : `${forged}, 198.51.100.${at & 255}`,
        'X-Real-IP': forged,
        Forwarded: `for=${forged}`,
        'True-Client-IP': forged,
        'X-Client-IP': forged,
        'CF-Connecting-IP': forged,
      }
      const status = await new Promise<number>((resolve, reject) => {
        request(`${base}/api/stores`, { agent, localAddress, headers }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode ?? 0))
        })
          .on('error', reject)
          .end()
      })
      if (status === 200) answered += 1
      else if (status !== 429) throw new Error(`a call answered ${status}`)
    },
  )
  agent.destroy()
  return answered
}

/** Exceeds the limit from one address, then from two behind a proxy; each forges its address. */
export async function addressAttacks(product: Product, calls: number): Promise<AddressAttacks> {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const settings = { RATE_LIMIT: String(limit), RATE_LIMIT_EXEMPT_LOOPBACK: 'false', TRUST_PROXY: '127.0.0.1/32' }
  await using _limited = await startSecondInstance(product, 'gateway', { ...settings, PORT: String(port) })
  const direct = await rotate(base, '127.0.0.2', calls)
  if (!hasProgram('haproxy')) return { direct, proxied: undefined }
  await using proxy = await startHaproxy(base)
  const [first, second] = await Promise.all(['127.0.0.3', '127.0.0.4'].map((from) => rotate(proxy.url, from, calls)))
  return { direct, proxied: [first ?? 0, second ?? 0] }
}

export const addresses: Scenario = {
  about: 'a client that forges another address with each call, and two of them behind a proxy',
  async run({ log }) {
    await using product = await startProduct()
    const { direct, proxied } = await addressAttacks(product, 1_000)
    if (!proxied) log('haproxy is not installed: skipping clients behind a proxy')
    return [
      {
        name: 'addresses',
        figures: { calls: 1_000, direct, proxied },
        claims: {
          'one client has one limit, whatever address it claims': direct === limit,
          'two clients behind a proxy have two limits':
            proxied === undefined || proxied.every((count) => count === limit),
        },
      },
    ]
  },
}
