import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { findNatsServer } from '@kingcar/deploy/nats'
import { signIn } from '@kingcar/e2e/http'
import { startProduct } from '@kingcar/e2e/product'
import postgres from 'postgres'
import { generator, reads, type Slice, type Target } from '../load.ts'
import { loaded } from '../loaded.ts'
import { startPeer } from '../peer.ts'
import { machine, type Report, versionOf } from '../report.ts'
import { type Measured, rotate } from '../rotate.ts'
import { median, ratio } from '../statistics.ts'

export type Size = {
  rows: number
  rounds: number
  /** How long a slice takes, and the first one of each, which warms. */
  seconds: number
  warmUp: number
  connections: number
}

export const full: Size = { rows: 100_000, rounds: 6, seconds: 3, warmUp: 15, connections: 64 }
/** Long enough to show that it works, too short for a claim. */
export const smoke: Size = { rows: 1_000, rounds: 1, seconds: 1, warmUp: 0, connections: 16 }

/** Calls a minute that nobody reaches: they are counted as for anybody else, where loopback would be exempt. */
const limit = 1_000_000

/** Ids that one run asks for, at random among all rows. */
const idsAsked = 2_000

/**
 * Get by id: HTTP → gateway → bus → service → database and back, beside the same work in NestJS with its NATS transport
 * and beside Fastify answering a constant. The product runs as it ships, with token, validation, logs, metrics and limits;
 * its gateway keeps no answers, so that each call goes all the way.
 */
export async function http(size: Size, progress: (line: string) => void): Promise<Report> {
  await using stack = new AsyncDisposableStack()
  progress('starting the product')
  const product = stack.use(await startProduct({ RATE_LIMIT: String(limit), CACHE_MILLISECONDS: '0' }))
  const databaseUrl = await product.databaseUrl()
  progress(`writing ${size.rows} stores`)
  const ids = await fill(databaseUrl, size.rows)
  progress('starting the peers')
  const { accessToken } = await signIn(product.ready.http, product.ready.email, product.ready.password)
  const nats = await startPlainNats(stack)
  const environment = { NATS_URL: nats.url, DATABASE_URL: databaseUrl }
  const bare = stack.use(await startPeer('fastify'))
  const nestService = stack.use(await startPeer('nest-service', environment))
  const nest = stack.use(await startPeer('nest-gateway', environment))

  const own = {
    gateway: await product.pid('gateway'),
    service: await product.pid('catalog'),
    nats: await product.pid('nats-server'),
    postgres: await product.pid('postgres'),
  }
  const paths = (prefix: string) => ids.map((id) => `${prefix}/${id}`)
  const bearer = { authorization: `Bearer ${accessToken}` }
  const variants = [
    variant('Fastify, a constant', { url: bare.url, requests: reads(paths('/api/stores')) }, { gateway: bare.pid }),
    variant(
      'KingCar, administrator with token',
      { url: product.ready.http, requests: reads(paths('/admin/api/stores')), headers: bearer },
      own,
    ),
    variant('KingCar, public', { url: product.ready.http, requests: reads(paths('/api/stores')) }, own),
    variant(
      'NestJS with NATS, no token',
      { url: nest.url, requests: reads(paths('/api/stores')) },
      { gateway: nest.pid, service: nestService.pid, nats: nats.pid, postgres: own.postgres },
    ),
  ]
  function variant(name: string, target: Target, processes: Record<string, number>) {
    return loaded(name, target, processes, size)
  }
  const measured = await rotate(variants, {
    rounds: size.rounds,
    onRound: (round) => progress(`round ${round} of ${size.rounds}`),
  })
  return toReport(size, measured)
}

function toReport(size: Size, measured: Measured<Slice>[]): Report {
  const rates = measured.map(({ slices }) => slices.map(({ requestsPerSecond }) => requestsPerSecond))
  const [bare, admin, open, nest] = rates as [number[], number[], number[], number[]]
  return {
    scenario: 'http',
    how: `Get by id, ${size.rows} rows, random ids, ${size.connections} connections, ${size.rounds} rounds of ${size.seconds} s in rotation.`,
    machine: machine({
      fastify: versionOf('fastify'),
      nats: versionOf('nats'),
      postgres: versionOf('postgres'),
      nest: versionOf('@nestjs/core'),
      load: generator,
    }),
    rows: measured.map(({ name, slices, cpu }, at) => ({
      variant: name,
      'requests/s': Math.round(median(rates[at] as number[])),
      'to Fastify': ratio(rates[at] as number[], bare).toFixed(2),
      'to NestJS': ratio(rates[at] as number[], nest).toFixed(2),
      'p50 ms': median(slices.map(({ p50 }) => p50)).toFixed(1),
      'p99 ms': median(slices.map(({ p99 }) => p99)).toFixed(1),
      'CPU µs a request': Object.entries(cpu)
        .map(([role, microseconds]) => `${role} ${microseconds.toFixed(0)}`)
        .join(', '),
    })),
    claims: [
      { claim: 'administrator with token, to Fastify', ratio: ratio(admin, bare), atLeast: 0.25 },
      { claim: 'administrator with token, to NestJS', ratio: ratio(admin, nest), atLeast: 1.8 },
      { claim: 'public, to Fastify', ratio: ratio(open, bare), atLeast: 0.25 },
      { claim: 'public, to NestJS', ratio: ratio(open, nest), atLeast: 1.8 },
    ],
  }
}

/** Writes rows as the service would and gives back ids to ask for. */
async function fill(databaseUrl: string, rows: number): Promise<string[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await sql`
      insert into catalog.stores (name, address, latitude, longitude, phone, business_hours, closed_dates, image_ids, visible)
      select '매장 ' || n, '서울특별시 강남구 테헤란로 ' || n, 37 + random(), 127 + random(), '02-555-0100',
             '[{"day":1,"open":"09:00","close":"21:00"}]'::jsonb, '{}', '{}', true
      from generate_series(1, ${rows}) n`
    await sql`analyze catalog.stores`
    const found = await sql<{ id: string }[]>`
      select id from catalog.stores where visible and deleted_at is null order by random() limit ${idsAsked}`
    return found.map(({ id }) => id)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** A nats-server for the peers, without accounts, permissions or storage: the least that their transport needs. */
async function startPlainNats(stack: AsyncDisposableStack): Promise<{ pid: number; url: string }> {
  const port = await freePort()
  const child = spawn(await findNatsServer(() => {}), ['-a', '127.0.0.1', '-p', String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  stack.defer(async () => {
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  })
  for await (const text of child.stderr.iterator({ destroyOnReturn: false })) if (String(text).includes('ready')) break
  child.stderr.resume()
  return { pid: child.pid as number, url: `nats://127.0.0.1:${port}` }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
