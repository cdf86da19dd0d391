import { isDeepStrictEqual } from 'node:util'
import { signIn } from '@kingcar/e2e/http'
import { startProduct } from '@kingcar/e2e/product'
import { secretsOf } from '@kingcar/e2e/secrets'
import { median, ratio } from '@kingcar/testing/statistics'
import postgres from 'postgres'
import { fillCatalog } from '../http/fill-catalog.ts'
import { createNoticeSwitch } from '../http/notice-switch.ts'
import { startPeers } from '../http/peers.ts'
import { httpVariant } from '../http-variant.ts'
import { generator, reads, type Slice } from '../load.ts'
import { type Claim, machine, type Report, versionOf } from '../report.ts'
import { type Measured, rotate, type Variant, type Work } from '../rotate.ts'
import { accessToken, tokenLife } from '../tokens.ts'

export type Size = {
  /** Of stores, and of notices. */
  rows: number
  rounds: number
  /** Seconds of a slice, and of each variant's first slice, which is a warm-up. */
  seconds: number
  warmUp: number
  connections: number
}

export const full: Size = { rows: 1_000_000, rounds: 6, seconds: 3, warmUp: 12, connections: 64 }
/** Long enough to show that it works, too short for a claim. */
export const smoke: Size = { rows: 1_000, rounds: 1, seconds: 0.3, warmUp: 0, connections: 4 }

/** Calls per minute. Never reached, but calls are counted like any client's; without it loopback would be exempt. */
const limit = 1_000_000

/** Ids requested in a slice, at random among all rows: about as many as it has requests. */
const idsAsked = 50_000
/** Members whose tokens are used in turn. */
const members = 1_000

/**
 * Get by id: HTTP → gateway → bus → service → database and back, compared with the same work in NestJS and in Moleculer
 * with their NATS transports, in one process without a bus, and with Fastify sending a constant. The product runs as it
 * ships, with token, validation, logs, metrics and limits; the gateway's cache is off, so that each call reaches the
 * database.
 *
 * The cost of a member's token is measured on notices, which the setting `notices.public` makes public: the same
 * operation, rows and processes, with a token and without. Cars do not allow that: they need a token, another service
 * has them, and they are read one by one and not in batches.
 */
export async function http(size: Size, progress: (line: string) => void): Promise<Report> {
  await using stack = new AsyncDisposableStack()
  progress('starting the product')
  const environment = {
    RATE_LIMIT: String(limit),
    CACHE_MILLISECONDS: '0',
    ACCESS_TOKEN_SECONDS: String(tokenLife),
  }
  const product = stack.use(await startProduct(environment))
  const database = { url: await product.databaseUrl(), pid: await product.pid('postgres') }
  progress(`writing ${size.rows} stores and notices`)
  const { stores, notices } = await fill(database.url, size.rows)
  progress('starting the peers')
  const { bare, single, nest, moleculer } = await startPeers(stack, database)

  const { http: url, email, password } = product.ready
  const [sample] = stores
  for (const peer of [single, nest, moleculer])
    await assertSame(`${url}/api/stores/${sample}`, `${peer.url}/api/stores/${sample}`)
  const { jwtPrivateKey } = await secretsOf(product)
  const tokens = Array.from({ length: members }, () => accessToken('member', undefined, jwtPrivateKey))
  const admin = bearer((await signIn(url, email, password)).accessToken)
  const openNotices = await createNoticeSwitch(product, notices[0] as string)
  const own = {
    gateway: await product.pid('gateway'),
    service: await product.pid('catalog'),
    nats: await product.pid('nats-server'),
    postgres: database.pid,
  }
  const publicReads = reads(stores.map((id) => `/api/stores/${id}`))
  const byAdmin = reads(stores.map((id) => `/admin/api/stores/${id}`))
  const ofNotices = reads(notices.map((id) => `/api/notices/${id}`))
  const byMembers = ofNotices.map((request, at) => ({ ...request, headers: bearer(tokens[at % members] as string) }))
  const notice = (name: string, requests: typeof ofNotices, isPublic: boolean) =>
    prepared(httpVariant(name, { url, requests }, own, size), () => openNotices(isPublic))

  const variants = [
    ...[bare, single].map((peer) =>
      httpVariant(peer.name, { url: peer.url, requests: publicReads }, peer.processes, size),
    ),
    httpVariant('KingCar, public', { url, requests: publicReads }, own, size),
    ...[nest, moleculer].map((peer) =>
      httpVariant(peer.name, { url: peer.url, requests: publicReads }, peer.processes, size),
    ),
    httpVariant('KingCar, administrator with token', { url, requests: byAdmin, headers: admin }, own, size),
    notice('KingCar, a notice, public', ofNotices, true),
    notice('KingCar, a notice, member with token', byMembers, false),
  ]
  const onRound = (round: number) => progress(`round ${round} of ${size.rounds}`)
  return toReport(size, await rotate(variants, { rounds: size.rounds, onRound }))
}

type Answer = { result?: object }

/** Asserts that a peer returns the same object, apart from whether a store is open now, which no peer computes. */
async function assertSame(ours: string, theirs: string): Promise<void> {
  const answer = async (url: string) => {
    const { result, ...rest } = (await (await fetch(url)).json()) as Answer
    return { ...rest, ...result, open: undefined }
  }
  const [own, other] = [await answer(ours), await answer(theirs)]
  if (!isDeepStrictEqual(own, other)) throw new Error(`a peer returns another object: ${JSON.stringify(other)}`)
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** A variant with additional preparation, before its warm-up and before each slice. */
const prepared = <S extends Work>(variant: Variant<S>, prepare: () => Promise<void>): Variant<S> => ({
  ...variant,
  prepare,
  async warm() {
    await prepare()
    await variant.warm()
  },
})

async function fill(databaseUrl: string, rows: number): Promise<{ stores: string[]; notices: string[] }> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    return await fillCatalog(sql, { rows, asked: idsAsked })
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function toReport(size: Size, measured: Measured<Slice>[]): Report {
  const rates = measured.map(({ slices }) => slices.map(({ requestsPerSecond }) => requestsPerSecond))
  const [bare, single, open, nest, moleculer, admin, notice, member] = rates as [
    ...[number[], number[], number[], number[]],
    ...[number[], number[], number[], number[]],
  ]
  const claims: Claim[] = [
    { claim: 'public, to Fastify', measured: ratio(open, bare), atLeast: 0.28, aim: 0.35 },
    { claim: 'public, to NestJS', measured: ratio(open, nest), atLeast: 2, aim: 2.7 },
    { claim: 'public, to Moleculer', measured: ratio(open, moleculer), atLeast: 1.8, aim: 2.4 },
    { claim: 'public, to one process', measured: ratio(open, single), atLeast: 0.55, aim: 0.7 },
    { claim: 'a notice with a token, to the same without', measured: ratio(member, notice), atLeast: 0.85 },
    { claim: 'administrator with token, to Fastify', measured: ratio(admin, bare), atLeast: 0.25 },
    { claim: 'administrator with token, to NestJS', measured: ratio(admin, nest), atLeast: 1.8 },
  ]
  return {
    scenario: 'http',
    how: `Get by id, ${size.rows} rows, random ids, ${size.connections} connections, ${size.rounds} rounds of ${size.seconds} s in rotation.`,
    machine: machine({
      fastify: versionOf('fastify'),
      nats: versionOf('nats'),
      postgres: versionOf('postgres'),
      nest: versionOf('@nestjs/core'),
      moleculer: versionOf('moleculer'),
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
    claims,
  }
}
