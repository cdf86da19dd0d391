import { randomUUID } from 'node:crypto'
import { on, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { quantile } from '@kingcar/testing/statistics'
import { beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { resultOf, send, signIn, type Tokens } from '../src/http.ts'
import { type JoinedMember, joinMember } from '../src/member.ts'
import { formOf, picture } from '../src/pictures.ts'
import { startProduct } from '../src/product.ts'

/*
 * What accounts share (the table in SECURITY.md): while one account is at its limit, the calls of another one that use the same
 * resource take at most twice as long. Both are measured in turns, on the same machine.
 */

const product = startedBeforeAll(startProduct)
let crowding: JoinedMember
let other: JoinedMember
let admins: { crowding: string; other: string }
let screens: { crowding: string; other: string }
let productId: string
let files: { large: Buffer; small: Buffer }

beforeAll(async () => {
  const { http, email, password } = product.ready
  crowding = await joinMember(http)
  other = await joinMember(http)
  const [one, two] = [await signIn(http, email, password), await signIn(http, email, password)]
  admins = { crowding: one.accessToken, other: two.accessToken }
  screens = { crowding: await addScreen(), other: await addScreen() }
  const body = { name: '세차', type: 'onetime', price: 1_000 }
  productId = (await resultOf<{ id: string }>(http, 'POST', '/admin/api/products', { token: admins.other, body })).id
  files = { large: await picture('jpeg', 4_000, 3_000), small: await picture('jpeg', 300, 200) }
})

/** Calls a second of one session at the limit of calls: 1,200 a minute. */
const perSecond = 20
const rounds = 7
const callsOfRound = 9

/** Repeats calls of the crowding account at its limit, whatever their result, until it is stopped. */
function crowd(call: () => Promise<unknown>): { stop(): Promise<void>; readonly made: number } {
  let stopped = false
  let made = 0
  const calls = new Set<Promise<unknown>>()
  const running = (async () => {
    for (; !stopped; await pause(1_000 / perSecond)) {
      if (calls.size >= perSecond) continue
      const begun = call().catch(() => undefined) // refused calls are part of being at the limit
      calls.add(begun)
      made += 1
      void begun.then(() => calls.delete(begun))
    }
  })()
  return {
    get made() {
      return made
    },
    async stop() {
      stopped = true
      await running
      await Promise.all(calls)
    },
  }
}

/** The median duration of calls one after the other. */
async function medianOf(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < callsOfRound; at++) {
    const began = performance.now()
    await call()
    times.push(performance.now() - began)
  }
  return quantile(times, 0.5)
}

const connect = (token: string) =>
  new WebSocket(`${base().replace('http', 'ws')}/admin/api/live`, ['kingcar.live.v1', `bearer.${token}`])

/** A session's live socket, until it is open or refused. */
const openSocket = async (token: string) => {
  const socket = connect(token)
  await once(socket, 'open')
  socket.terminate()
}

/** The access token of a new screen. */
async function addScreen(): Promise<string> {
  const body = { storeId: product.ready.stores[0]?.id, name: '입구' }
  const path = '/admin/api/screens/session'
  return (await resultOf<Tokens>(base(), 'POST', path, { token: admins.other, body })).accessToken
}

/** A screen's socket, until the screen has its name: then member has stored that it is there. */
const showScreen = async (token: string) => {
  const socket = connect(token)
  for await (const [data] of on(socket, 'message', { close: ['close'] })) if (isName.test(String(data))) break
  socket.terminate()
}
const isName = /"type":"screen"/

const base = () => product.ready.http
const rename = ({ accessToken: token }: JoinedMember) =>
  resultOf(base(), 'PATCH', '/api/me', { token, body: { name: `회원 ${randomUUID().slice(0, 8)}` } })
const order = ({ accessToken: token }: JoinedMember) =>
  resultOf<{ id: string }>(base(), 'POST', '/api/orders', { token, body: { productId } })
const upload = ({ accessToken: token }: JoinedMember, file: Buffer) =>
  resultOf(base(), 'POST', '/api/images', { token, body: formOf(['image', file]) })
const search = (token: string, q: string) =>
  resultOf(base(), 'GET', `/admin/api/members?q=${encodeURIComponent(q)}`, { token })

const resources: [name: string, crowding: () => Promise<unknown>, other: () => Promise<unknown>][] = [
  ['events and the outbox', () => rename(crowding), () => rename(other)],
  [
    'orders and their look-ups',
    () => order(crowding),
    async () => {
      const { id } = await order(other)
      await resultOf(base(), 'POST', `/api/orders/${id}/cancel`, { token: other.accessToken })
    },
  ],
  ['pictures', () => upload(crowding, files.large), () => rename(other)],
  ['searches', () => search(admins.crowding, '가'), () => search(admins.other, '1234')],
  ['live sockets', () => openSocket(admins.crowding), () => openSocket(admins.other)],
  ['signs of life of screens', () => openSocket(screens.crowding), () => showScreen(screens.other)],
  [
    'sign-in workers',
    () => send(base(), 'POST', '/api/login', { body: { email: crowding.email, password: 'wrong password' } }),
    () => resultOf(base(), 'POST', '/api/login', { body: { email: other.email, password: other.password } }),
  ],
  [
    'codes by SMS',
    () =>
      send(base(), 'POST', '/api/phoneVerification', {
        body: { provider: 'KINGCAR', phoneNumber: crowding.phoneNumber },
      }),
    () => rename(other),
  ],
]

test.each(resources)('%s: one account at its limit slows another one by at most 2 times', async (_, crowds, others) => {
  await others() // the first call of its kind is slower
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const alone = await medianOf(others)
    const crowded = crowd(crowds)
    const beside = await medianOf(others).finally(crowded.stop)
    expect(crowded.made).toBeGreaterThan(0)
    ratios.push(beside / alone)
  }
  expect(quantile(ratios, 0.5), ratios.map((ratio) => ratio.toFixed(2)).join(' ')).toBeLessThanOrEqual(2)
})
