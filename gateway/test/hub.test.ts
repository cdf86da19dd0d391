import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { AppError, knownSettings, type RecordedVisit } from '@kingcar/contract'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { describe, expect, test } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { createRevokedSessions } from '../src/auth/revoked-sessions.ts'
import { createView } from '../src/live/frame-batches.ts'
import { type LiveOptions, openLiveHub } from '../src/live/hub.ts'
import { eventually, startEdge } from './edge.ts'

const edge = startedBeforeAll(startEdge)

type Message = { type?: string; sequence?: number; name?: string; from?: number; to?: number }

/** A hub with its own WebSocket server; viewers give their session in the path. */
async function startHub({ bus = edge.services, ...options }: Partial<LiveOptions>) {
  const hub = await openLiveHub({
    bus,
    revokedSessions: createRevokedSessions(900),
    admins: { find: () => undefined, onChange: () => undefined },
    settings: { get: (key) => knownSettings[key].default, onChange: () => undefined },
    log: edge.log,
    maxSockets: 100,
    ...options,
  })
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  await once(server, 'listening')
  server.on('connection', (socket, request) => {
    const { pathname, searchParams } = new URL(String(request.url), 'http://hub')
    const sessionId = pathname.slice(1)
    const after = searchParams.has('after') ? Number(searchParams.get('after')) : undefined
    const storeId = searchParams.get('storeId')
    const view = createView(storeId === null ? undefined : [storeId], searchParams.has('mask'))
    const id = searchParams.get('account') ?? 'a'
    const session = { role: 'admin', id, sessionId, expiresAt: Date.now() + 900_000 } as const
    hub.open(socket, request.socket, { session, rights: null, view: () => view, after })
  })
  return {
    hub,
    async open(path = 's') {
      const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`)
      const messages: Message[] = []
      socket.on('message', (data) => messages.push(JSON.parse(String(data)) as Message))
      await once(socket, 'open')
      return { socket, messages }
    },
    async [Symbol.asyncDispose]() {
      await hub[Symbol.asyncDispose]()
      server.close()
    },
  }
}

test('a stalled client delays no other, loses the oldest events and gets their gap', async () => {
  // A small ring, and no probes that would close the stalled client, because the duration depends on the machine.
  await using stand = await startHub({ limits: { events: 1_000, bytes: 1_000_000 }, probeMilliseconds: 600_000 })
  const { open } = stand
  const [awake, asleep] = await Promise.all([open(), open()])
  asleep.socket.pause()
  const storeName = '가'.repeat(100_000) // 300 kB each: together more than the kernel's buffers and the ring hold
  const total = 60
  for (let sent = 0; sent < total; sent += 2) {
    await Promise.all([edge.visit({ storeName }), edge.visit({ storeName })])
    await eventually(() => awake.messages.length).toBe(sent + 2)
  }
  asleep.socket.resume()
  const newest = awake.messages.at(-1)?.sequence
  await eventually(() => asleep.messages.at(-1)?.sequence).toBe(newest)
  const gaps = asleep.messages.filter(({ type }) => type === 'gap')
  expect(gaps.length).toBeGreaterThan(0)
  expect(awake.messages.every(({ type }) => type === undefined)).toBe(true)
  const missed = gaps.reduce((sum, { from = 0, to = 0 }) => sum + to - from + 1, 0)
  expect(asleep.messages.length - gaps.length + missed).toBe(total)
  for (const { socket } of [awake, asleep]) socket.terminate()
})

const refusalOf = (admit: () => void): unknown => {
  try {
    return admit()
  } catch (error) {
    return error
  }
}

test('an account with many sessions has half of the sockets, and replaces its oldest', async () => {
  await using stand = await startHub({ maxSockets: 12 })
  const { hub, open } = stand
  const admit = (id: string, replaceOldest = false) =>
    refusalOf(() => hub.admit({ id, sessionId: randomUUID() }, replaceOldest))
  const sockets = []
  for (let opened = 0; opened < 6; opened++) sockets.push(await open(`${randomUUID()}?account=crowding`))
  const closed = once(sockets[0]?.socket as WebSocket, 'close')
  await eventually(() => admit('crowding')).toMatchObject({ code: 'RATE_LIMITED', details: [{ path: 'session' }] })
  expect(admit('other')).toBeUndefined()
  expect(admit('crowding', true)).toBeUndefined()
  expect((await closed)[0]).toBe(4409)
})

test('a full or closed hub is UNAVAILABLE, and a session at its limit is RATE_LIMITED', async () => {
  await using stand = await startHub({ maxSockets: 6 })
  const { hub, open } = stand
  const refusal = (sessionId: string) => refusalOf(() => hub.admit({ id: sessionId, sessionId }, false))
  const sockets = await Promise.all(Array.from({ length: 5 }, () => open('a')))
  await eventually(() => refusal('a')).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 15 })
  expect(refusal('b')).toBeUndefined()
  await open('b?account=b')
  await eventually(() => refusal('b')).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 15 })
  expect(refusal('a')).toMatchObject({ code: 'RATE_LIMITED' }) // another gateway would not help this session
  sockets[0]?.socket.terminate()
  await eventually(() => refusal('b')).toBeUndefined()
  const closed = hub[Symbol.asyncDispose]()
  expect(refusal('b')).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 1 })
  await closed
})

describe('a client that resumes from before the ring', () => {
  const small = { events: 3, bytes: 1_000_000 }
  const sequences = ({ messages }: { messages: Message[] }) => messages.map(({ sequence }) => sequence)
  const between = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const lastOf = async () => (await edge.services.range('VISITS')).last

  async function visits(count: number, changes: Partial<RecordedVisit> = {}) {
    for (let made = 0; made < count; made++) await edge.visit(changes)
  }

  test('gets everything in order, filtered and masked as requested, and then live events', async () => {
    const before = await lastOf()
    const storeId = crypto.randomUUID()
    await visits(300)
    await visits(5, { storeId, name: '김하나' })
    await visits(300)
    await using stand = await startHub({ limits: small })
    const [whole, part] = await Promise.all([
      stand.open(`s?after=${before}`),
      stand.open(`s?after=${before + 2}&storeId=${storeId}&mask`),
    ])
    await eventually(() => sequences(whole)).toEqual(between(before + 1, before + 605))
    await eventually(() => sequences(part)).toEqual(between(before + 301, before + 305))
    expect(part.messages[0]?.name).toBe('김*나')
    await visits(20)
    await eventually(() => sequences(whole).at(-1)).toBe(before + 625)
    expect(sequences(whole)).toEqual(between(before + 1, before + 625))
  })

  test('gets a gap for events that the stream no longer has', async () => {
    const before = await lastOf()
    await visits(10)
    await using stand = await startHub({ limits: small })
    await edge.forgetVisitsBefore(before + 5)
    const middle = await stand.open(`s?after=${before + 1}`)
    await eventually(() => middle.messages.at(-1)?.sequence).toBe(before + 10)
    expect(middle.messages[0]).toEqual({ type: 'gap', from: before + 2, to: before + 4 })
    expect(sequences(middle).slice(1)).toEqual(between(before + 5, before + 10))
    await edge.forgetVisitsBefore(before + 11)
    await using other = await startHub({ limits: small })
    await visits(1)
    const late = await other.open(`s?after=${before + 1}`)
    await eventually(() => late.messages).toHaveLength(2)
    expect(late.messages).toMatchObject([{ type: 'gap', from: before + 2, to: before + 10 }, { sequence: before + 11 }])
  })

  test('gets a gap for messages missing in the middle of the stream, and continues after it', async () => {
    const before = await lastOf()
    await visits(20)
    await edge.takeOutVisits(between(before + 4, before + 9))
    await using stand = await startHub({ limits: small })
    const viewers = await Promise.all([2, 6].map((place) => stand.open(`s?after=${before + place}`)))
    for (const viewer of viewers) await eventually(() => viewer.messages.at(-1)?.sequence).toBe(before + 20)
    const [early, within] = viewers.map(({ messages }) => messages.slice(0, -10))
    expect(early).toMatchObject([
      { sequence: before + 3 },
      { type: 'gap', from: before + 4, to: before + 9 },
      { sequence: before + 10 },
    ])
    expect(within).toMatchObject([{ type: 'gap', from: before + 7, to: before + 9 }, { sequence: before + 10 }])
  })

  test('waits while the stream cannot be read, and shares its pages with others', async () => {
    const before = await lastOf()
    await visits(600)
    let reads = 0
    const bus = {
      ...edge.services,
      readAfter: (...what: Parameters<typeof edge.services.readAfter>) => {
        reads += 1
        return reads < 3 ? Promise.reject(new AppError('UNAVAILABLE')) : edge.services.readAfter(...what)
      },
    }
    await using stand = await startHub({ bus, limits: small })
    const back = await Promise.all(Array.from({ length: 20 }, (_, at) => stand.open(`s${at}?after=${before + at}`)))
    for (const [at, viewer] of back.entries()) {
      await eventually(() => sequences(viewer).at(-1)).toBe(before + 600)
      expect(sequences(viewer)).toEqual(between(before + at + 1, before + 600))
    }
    expect(reads).toBeLessThan(25)
  })

  test('makes progress, however many came before it', async () => {
    const before = await lastOf()
    await visits(3_000)
    const asked: number[] = []
    const { promise: allAreThere, resolve } = Promise.withResolvers<void>()
    const bus = {
      ...edge.services,
      readAfter: async (...what: Parameters<typeof edge.services.readAfter>) => {
        asked.push(what[1])
        await allAreThere
        return edge.services.readAfter(...what)
      },
    }
    await using stand = await startHub({ bus, limits: small })
    // No two positions share a page, so each viewer needs its own pages.
    const places = Array.from({ length: 8 }, (_, at) => before + 300 * at)
    const back = await Promise.all(places.map((after, at) => stand.open(`s${at}?after=${after}`)))
    resolve()
    for (const viewer of back) await eventually(() => sequences(viewer).at(-1)).toBe(before + 3_000)
    expect(new Set(asked.slice(0, places.length))).toEqual(new Set(places))
  })

  test('gets no gap when a server of the cluster lags behind', async () => {
    const before = await lastOf()
    await visits(30)
    let reads = 0
    const bus = {
      ...edge.services,
      readAfter: async (...what: Parameters<typeof edge.services.readAfter>) => {
        reads += 1
        const messages = await edge.services.readAfter(...what)
        return reads === 1 ? [] : reads === 2 ? messages.filter((_, at) => at !== 5) : messages
      },
    }
    await using stand = await startHub({ bus, limits: small })
    const viewer = await stand.open(`s?after=${before}`)
    await eventually(() => sequences(viewer).at(-1)).toBe(before + 30)
    expect(sequences(viewer)).toEqual(between(before + 1, before + 30))
  })

  test('skips an invalid visit in a page', async () => {
    const before = await lastOf()
    await edge.services.append([{ subject: 'visits.recorded', id: crypto.randomUUID(), data: '{"id":7}' }])
    await visits(6)
    await using stand = await startHub({ limits: small })
    const viewer = await stand.open(`s?after=${before}`)
    await eventually(() => sequences(viewer)).toEqual(between(before + 2, before + 7))
  })
})
