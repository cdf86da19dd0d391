import { startedBeforeAll } from '@kingcar/testing/before-all'
import { beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { type Failure, patiently, send, signIn, type Tokens } from '../src/http.ts'
import { startProduct } from '../src/product.ts'

let base: string
const product = startedBeforeAll(startProduct)
beforeAll(async () => {
  base = product.ready.http
})

/** One or the other, by status. */
type Reissued = { result: Tokens; error: Failure['error'] }

const login = () => signIn(base, product.ready.email, product.ready.password)
const reissue = (tokens: Tokens) => send<Reissued>(base, 'POST', '/admin/api/reissue', { body: tokens })
const settings = (token: string) => send<Failure>(base, 'GET', '/admin/api/appSettings', { token })

/** Opens the live socket and resolves with it once it is open. */
async function openLive(token: string): Promise<{ socket: WebSocket; closed: Promise<number> }> {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/admin/api/live`, ['kingcar.live.v1', `bearer.${token}`])
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return { socket, closed }
}

describe('signing in', () => {
  test('a wrong email and a wrong password get the same response', async () => {
    const attempts = [
      { email: product.ready.email, password: 'not the password' },
      { email: 'nobody@kingcar.test', password: 'not the password' },
    ]
    const replies = await Promise.all(attempts.map((body) => send<Failure>(base, 'POST', '/admin/api/login', { body })))
    const texts = replies.map(({ text, body }) => text.replace(body.error.requestId, ''))
    expect(replies.map(({ status }) => status)).toEqual([401, 401])
    expect(texts[0]).toBe(texts[1])
    expect(replies[0]?.body.error.code).toBe('LOGIN_FAILED')
  })
})

describe('reissuing', () => {
  test('50 concurrent requests with one token get the same valid pair', async () => {
    const tokens = await login()
    const replies = await Promise.all(Array.from({ length: 50 }, () => patiently(() => reissue(tokens))))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    const pair = replies[0]?.body.result as Tokens
    expect((await settings(pair.accessToken)).status).toBe(200)
    expect((await reissue(pair)).status).toBe(200)
  })

  test('a token older than the previous one ends the session within a second, its live socket too', async () => {
    const first = await login()
    const second = (await reissue(first)).body.result
    const third = (await reissue(second)).body.result
    const { closed } = await openLive(third.accessToken)
    const reused = await reissue(first)
    expect([reused.status, reused.body.error.code]).toEqual([401, 'REFRESH_REUSED'])
    const before = performance.now()
    expect(await closed).toBe(4401)
    await expect
      .poll(async () => (await settings(third.accessToken)).status, { timeout: 1_000, interval: 20 })
      .toBe(401)
    expect(performance.now() - before).toBeLessThan(1_000)
    expect((await reissue(third)).body.error.code).toBe('REFRESH_INVALID')
  })
})

describe('logging out', () => {
  test('takes effect immediately, also at a gateway that starts afterwards', async () => {
    const tokens = await login()
    const other = await login()
    expect((await settings(tokens.accessToken)).status).toBe(200)
    const { closed } = await openLive(tokens.accessToken)
    const reply = await send(base, 'POST', '/admin/api/logout', { token: tokens.accessToken, body: tokens })
    expect([reply.status, reply.body]).toEqual([200, { success: true, result: null }])
    expect((await settings(tokens.accessToken)).status).toBe(401)
    expect(await closed).toBe(4401)
    const died = await product.pid('gateway')
    await product.kill('gateway')
    await expect
      .poll(() =>
        settings(other.accessToken).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200)
    expect(await product.pid('gateway')).not.toBe(died)
    expect((await settings(tokens.accessToken)).body.error.code).toBe('UNAUTHENTICATED')
  })
})
