import { startProduct } from '@kingcar/e2e/product'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import { median, ratio } from '@kingcar/testing/statistics'
import { httpVariant } from '../http-variant.ts'
import { generator, reads, type Slice, type Target } from '../load.ts'
import { machine, type Report, versionOf } from '../report.ts'
import { type Measured, rotate } from '../rotate.ts'
import { type Peer, startPeer } from '../start-peer.ts'

export type Size = { rounds: number; seconds: number; warmUp: number; connections: number }

export const full: Size = { rounds: 8, seconds: 3, warmUp: 10, connections: 64 }
/** Long enough to show that it works, too short for a claim. */
export const smoke: Size = { rounds: 1, seconds: 0.3, warmUp: 0, connections: 4 }

/** Calls per minute. Never reached, but calls are counted like any client's; without it loopback would be exempt. */
const limit = 1_000_000
const path = '/api/stores?size=3'

/** Headers that a peer sends as the product does; the others belong to the connection. */
const own =
  /^(?:content-security-policy|x-content-type-options|cross-origin-resource-policy|cache-control|content-type|etag)$/

/**
 * Responses from the gateway's cache, 200 and 304, compared with a Fastify route that sends the same bytes and headers
 * with a request id, a metric, a rate limit and a log line, and with one that only sends the bytes.
 */
export async function cached(size: Size, progress: (line: string) => void): Promise<Report> {
  await using stack = new AsyncDisposableStack()
  progress('starting the product')
  const product = stack.use(await startProduct({ RATE_LIMIT: String(limit) }))
  const url = product.ready.http
  const answer = await fetch(url + path)
  const body = Buffer.from(await answer.arrayBuffer())
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => own.test(name)))
  progress('starting the peers')
  const folder = stack.use(temporaryFolder())
  const environment = {
    BODY: body.toString('base64'),
    HEADERS: JSON.stringify(headers),
    CONTENT_TYPE: headers['content-type'] as string,
    LOG: `${folder.path}/peer.log`,
  }
  const bare = stack.use(await startPeer('fastify-constant-bytes', environment))
  const observed = stack.use(await startPeer('fastify-constant-observed', environment))
  for (const peer of [bare, observed]) await assertSame(peer, body)

  const known = { 'if-none-match': headers.etag as string }
  const gateway = { gateway: await product.pid('gateway') }
  const measured = await rotate(
    [
      variant('bare Fastify', { url: bare.url, requests: reads([path]) }, { gateway: bare.pid }),
      variant('Fastify with the same, 200', { url: observed.url, requests: reads([path]) }, { gateway: observed.pid }),
      variant('KingCar, 200', { url, requests: reads([path]) }, gateway),
      variant(
        'Fastify with the same, 304',
        { url: observed.url, requests: reads([path]), headers: known },
        { gateway: observed.pid },
      ),
      variant('KingCar, 304', { url, requests: reads([path]), headers: known }, gateway),
    ],
    { rounds: size.rounds, onRound: (round) => progress(`round ${round} of ${size.rounds}`) },
  )
  return toReport(size, body.length, measured)

  function variant(name: string, target: Target, processes: Record<string, number>) {
    return httpVariant(name, target, processes, size)
  }
}

/** Asserts that a peer sends the same bytes. */
async function assertSame({ url }: Peer, body: Buffer): Promise<void> {
  const sent = Buffer.from(await (await fetch(url + path)).arrayBuffer())
  if (!sent.equals(body)) throw new Error('a peer sends another body')
}

function toReport(size: Size, bytes: number, measured: Measured<Slice>[]): Report {
  const rates = measured.map(({ slices }) => slices.map(({ requestsPerSecond }) => requestsPerSecond))
  const [bare, same, ours, sameKnown, oursKnown] = rates as [number[], number[], number[], number[], number[]]
  return {
    scenario: 'cached',
    how: `GET ${path}, ${bytes} bytes, ${size.connections} connections, ${size.rounds} rounds of ${size.seconds} s in rotation.`,
    machine: machine({ fastify: versionOf('fastify'), pino: versionOf('pino'), load: generator }),
    rows: measured.map(({ name, slices, cpu }, at) => ({
      variant: name,
      'requests/s': Math.round(median(rates[at] as number[])),
      'to bare Fastify': ratio(rates[at] as number[], bare).toFixed(2),
      'p50 ms': median(slices.map(({ p50 }) => p50)).toFixed(1),
      'p99 ms': median(slices.map(({ p99 }) => p99)).toFixed(1),
      'CPU µs a request': (cpu.gateway ?? 0).toFixed(0),
    })),
    claims: [
      {
        claim: '200, to Fastify with the same headers, id, metric, limit and log line',
        measured: ratio(ours, same),
        atLeast: 0.95,
      },
      { claim: '304, to the same', measured: ratio(oursKnown, sameKnown), atLeast: 0.95 },
      { claim: '200, to bare Fastify', measured: ratio(ours, bare), atLeast: 0.45 },
      { claim: '304, to bare Fastify', measured: ratio(oursKnown, bare), atLeast: 0.45 },
    ],
  }
}
