import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { type Failure, type Reply, type Success, send, signIn, type Tokens } from '../src/http.ts'
import { type ProcessName, type Product, startProduct } from '../src/product.ts'
import { startRecognizer } from '../src/recognizer.ts'

/**
 * One process after the other is killed with SIGKILL while clients read, write, sign in and renew their session and a
 * recognizer publishes. What clients were told is recorded and compared with the stored data after recovery.
 */
let token: string
const product = startedBeforeAll(startProduct)
const recognizer = startedBeforeAll(() => startRecognizer(product.ready))
beforeAll(async () => {
  token = (await signIn(product.ready.http, product.ready.email, product.ready.password)).accessToken
})

const store = (name: string) => ({
  name,
  address: '서울특별시 강남구 테헤란로 1',
  latitude: 37.5,
  longitude: 127.03,
  phone: '02-555-0100',
  businessHours: [],
})

type Told = { status: number; ms: number; retryAfter: string | null; text: string }

/**
 * Repeats a request until aborted; each response with its duration. A dead gateway refuses the connection: status 0.
 */
async function ask(until: AbortSignal, request: () => Promise<Omit<Reply, 'body'>>) {
  const answers: Told[] = []
  while (!until.aborted) {
    const began = performance.now()
    const reply = await request().catch(() => ({ status: 0, headers: new Headers(), text: '' }))
    const { status, headers, text } = reply
    answers.push({ status, ms: performance.now() - began, retryAfter: headers.get('retry-after'), text })
    await wait(20)
  }
  return answers
}

/** The code of an error response. */
const codeOf = ({ status, text }: Told): string[] => (status === 0 ? [] : [(JSON.parse(text) as Failure).error.code])

/** Publishes another plate each time and records what the server acknowledged. */
async function publish(until: AbortSignal, syllable: string, acknowledged: string[]): Promise<void> {
  for (let number = 1000; !until.aborted; number++) {
    const plate = `${100 + (number % 600)}${syllable}${number}`
    await recognizer.read(plate).then(
      () => acknowledged.push(plate),
      () => undefined,
    )
    await wait(20)
  }
}

/** Concurrent work of clients; each may fail only while a process that it needs is dead. */
type Work = 'read' | 'write' | 'login' | 'reissue'

/**
 * The killed process, and the work that may be refused until it has restarted: with 503, or 0 if no process listens.
 */
const victims: readonly { victim: ProcessName; hits: readonly Work[] }[] = [
  { victim: 'member', hits: ['login', 'reissue'] },
  { victim: 'catalog', hits: ['read', 'write'] },
  { victim: 'orders', hits: [] },
  { victim: 'recognition', hits: [] },
  { victim: 'gateway', hits: ['read', 'write', 'login', 'reissue'] },
  { victim: 'nats-server', hits: ['read', 'write', 'login', 'reissue'] },
  { victim: 'postgres', hits: ['read', 'write', 'login', 'reissue'] },
]

/** Different plates for each test. */
const syllables = ['가', '나', '다', '라', '마', '바', '사']

test.each(victims)(
  '$victim is killed: every response is correct and within 2 s, it recovers by itself, nothing is lost',
  async ({ victim, hits }) => {
    const base = product.ready.http
    const created = new Map<string, string>()
    const stop = new AbortController()
    const read = ask(stop.signal, () => send(base, 'GET', `/api/stores/${recognizer.storeId}`))
    const write = ask(stop.signal, async () => {
      const key = randomUUID()
      const reply = await send<Success<{ id: string }>>(base, 'POST', '/admin/api/stores', {
        token,
        body: store(`${victim} ${key}`),
        headers: { 'idempotency-key': key },
      })
      if (reply.status === 201) created.set(reply.body.result.id, `${victim} ${key}`)
      return reply
    })
    const { email, password } = product.ready
    const login = ask(stop.signal, () => send(base, 'POST', '/admin/api/login', { body: { email, password } }))
    // a client without a response repeats its request with its tokens, and must not be signed out for it
    let tokens = await signIn(base, email, password)
    const reissue = ask(stop.signal, async () => {
      const reply = await send<Success<Tokens>>(base, 'POST', '/admin/api/reissue', { body: tokens })
      if (reply.status === 200) tokens = reply.body.result
      return reply
    })
    const syllable = syllables[victims.findIndex((entry) => entry.victim === victim)] as string
    const acknowledged: string[] = []
    const published = publish(stop.signal, syllable, acknowledged)
    const someMore = () => expect.poll(() => acknowledged.length).toBeGreaterThan(acknowledged.length + 5)

    await someMore()
    const dead = await product.pid(victim)
    await product.kill(victim)
    await wait(500)
    await expect.poll(() => product.pid(victim)).not.toBe(dead)
    const healthy = async () => {
      const replies = await Promise.all([
        send(base, 'GET', `/api/stores/${recognizer.storeId}`),
        send(base, 'GET', '/admin/api/stores?size=1', { token }),
        send(base, 'POST', '/admin/api/login', { body: { email, password } }),
      ])
      return replies.map(({ status }) => status)
    }
    await expect.poll(() => healthy().catch(() => []), { interval: 100 }).toEqual([200, 200, 200])
    await someMore()
    stop.abort()

    const answers = { read: await read, write: await write, login: await login, reissue: await reissue }
    for (const [work, told] of Object.entries(answers) as [Work, Told[]][]) {
      const refusals = told.filter(({ status }) => status !== (work === 'write' ? 201 : 200))
      const allowed = !hits.includes(work) ? [] : victim === 'gateway' ? [0, 503] : [503]
      expect(
        refusals.filter(({ status }) => !allowed.includes(status)),
        work,
      ).toEqual([])
      expect(
        refusals.filter(({ status, retryAfter }) => status === 503 && !retryAfter),
        work,
      ).toEqual([])
      expect(
        refusals.flatMap(codeOf).filter((code) => code !== 'UNAVAILABLE'),
        work,
      ).toEqual([])
      expect(
        told.filter(({ ms }) => ms > 2_000),
        work,
      ).toEqual([])
    }
    // it really died, with an effect
    if (victim === 'member') expect(answers.reissue.some(({ status }) => status === 503)).toBe(true)

    for (const [id, name] of created) {
      const reply = await send<Success<{ name: string }>>(base, 'GET', `/admin/api/stores/${id}`, { token })
      expect(reply.body.result.name).toBe(name)
    }
    using events = await openEvents(product, token)
    await published
    await expect
      .poll(() => acknowledged.filter((plate) => !events.plates.includes(plate)), { interval: 100 })
      .toEqual([])
  },
)

/** Opens the live socket at the beginning of the stream; `plates` grows with its events. */
async function openEvents(product: Product, token: string): Promise<{ plates: string[] } & Disposable> {
  const plates: string[] = []
  const url = `${product.ready.http.replace('http', 'ws')}/admin/api/live?after=0`
  const socket = new WebSocket(url, ['kingcar.live.v1', `bearer.${token}`])
  // before it opens: the first messages arrive with the handshake's response
  socket.on('message', (data) => {
    plates.push((JSON.parse(String(data)) as { carNumber: string }).carNumber)
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return { plates, [Symbol.dispose]: () => socket.terminate() }
}
