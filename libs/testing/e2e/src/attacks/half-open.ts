import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Health, probeHealth } from '../probe-health.ts'
import { memoryOf } from '../process-memory.ts'
import { type Product, startProduct } from '../product.ts'
import { exchange, rawRequest } from '../raw-http.ts'
import { nothingFound, type Scenario } from '../scenario-runner.ts'

/** Result of one kind of slow connection. */
export type SlowOutcome = Health & { name: string; left: number; seconds: number }

/** What a connection sends first, and what each second afterwards. */
type SlowKind = { name: string; first: Buffer; more: string; reads: boolean; share?: number }

const ways: SlowKind[] = [
  {
    name: 'slow headers',
    first: rawRequest('GET /api/health', {}).subarray(0, -2),
    more: 'X: a\r\n',
    reads: true,
  },
  {
    name: 'slow body',
    first: rawRequest(
      'POST /api/orders/webhook',
      { 'Content-Type': 'application/json', 'Content-Length': '8192' },
      '{',
    ),
    more: ' ',
    reads: true,
  },
  {
    name: 'slow chunks',
    first: rawRequest('POST /api/orders/webhook', {
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
    }),
    more: '1\r\n \r\n',
    reads: true,
  },
  { name: 'nothing', first: Buffer.alloc(0), more: '', reads: true },
  { name: 'empty lines', first: Buffer.alloc(0), more: '\r\n', reads: true },
  {
    name: 'no reading',
    // more than the buffers of both sides hold
    first: Buffer.concat(Array.from({ length: 30 }, () => rawRequest('GET /openapi.json', {}))),
    more: '',
    reads: false,
    share: 0.1, // each takes four megabytes of kernel memory on either side, too much for a thousand
  },
]

/** Seconds after which every such connection must be closed. */
const patience = 15

/** Holds slow connections of one kind while the health probe runs. */
async function openSlowConnections(
  base: string,
  { name, first, more, reads }: SlowKind,
  count: number,
): Promise<SlowOutcome> {
  const { hostname, port } = new URL(base)
  const health = probeHealth(base)
  const began = performance.now()
  const sockets: Socket[] = []
  for (let opened = 0; opened < count; opened++) {
    const socket = connect(Number(port), hostname, () => socket.write(first))
    sockets.push(socket.on('error', () => undefined))
    if (reads) socket.resume()
    else socket.pause()
    if (opened % 100 === 99) await wait(20) // not more at a time than a listener's queue holds
  }
  const left = () => sockets.filter((socket) => !socket.destroyed).length
  for (let last = performance.now(); left() > 0 && performance.now() - began < patience * 1_000; await wait(50)) {
    if (more === '' || performance.now() - last < 1_000) continue
    last = performance.now()
    for (const socket of sockets) if (socket.writable) socket.write(more)
  }
  const seconds = Number(((performance.now() - began) / 1_000).toFixed(1))
  if (!reads) {
    // a client that does not read notices the end only when it writes
    for (const socket of sockets) if (!socket.destroyed) socket.write('\r\n', () => socket.write('\r\n'))
    await wait(1_000)
  }
  const open = left()
  const health99 = await health.stop()
  for (const socket of sockets) socket.destroy()
  return { name, left: open, seconds, ...health99 }
}

export type HalfOpenAttacks = {
  slow: SlowOutcome[]
  logins: Health & { statuses: Record<string, number>; growth: number }
}

/** Slow connections of every kind, one kind after the other or all together, then many concurrent logins. */
export async function halfOpenAttacks(
  product: Product,
  size: { sockets: number; logins: number; together?: boolean },
): Promise<HalfOpenAttacks> {
  const { http } = product.ready
  const slow: SlowOutcome[] = []
  const hold = async (way: SlowKind) =>
    slow.push(await openSlowConnections(http, way, Math.ceil(size.sockets * (way.share ?? 1))))
  if (size.together) await Promise.all(ways.map(hold))
  else for (const way of ways) await hold(way)
  const member = await product.pid('member')
  const before = (await memoryOf(member)).now
  const health = probeHealth(http)
  const statuses: Record<string, number> = {}
  await Promise.all(
    Array.from({ length: size.logins }, async (_, at) => {
      const body = JSON.stringify({ email: `nobody${at}@kingcar.test`, password: 'a wrong password' })
      const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length), Connection: 'close' }
      const [status = 0] = (await exchange(http, rawRequest('POST /admin/api/login', headers, body), 30_000)).statuses
      statuses[status] = (statuses[status] ?? 0) + 1
    }),
  )
  const growth = Math.round((await memoryOf(member)).most - before)
  return { slow, logins: { ...(await health.stop()), statuses, growth } }
}

export const halfOpen: Scenario = {
  about:
    'a thousand slow connections of each of five kinds, a hundred that do not read, and 500 concurrent logins, next to a health probe',
  async run() {
    await using product = await startProduct()
    const { slow, logins } = await halfOpenAttacks(product, { sockets: 1_000, logins: 500 })
    const verdicts = slow.map(({ name, ...figures }) => ({
      name,
      figures,
      claims: {
        'all are closed after 15 s': figures.left === 0,
        'health responds within 250 ms (p99)': figures.p99 <= 250,
      },
    }))
    const others = Object.keys(logins.statuses).filter((status) => !['401', '429', '503'].includes(status))
    const { claims, cases = [] } = nothingFound({ 'neither refused nor busy': others })
    return [
      ...verdicts,
      {
        name: '500 logins',
        figures: logins,
        claims: {
          ...claims,
          'the process grows by at most 150 MiB': logins.growth <= 150,
          'health responds within 250 ms (p99)': logins.p99 <= 250,
        },
        cases,
      },
    ]
  },
}
