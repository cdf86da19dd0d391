import { once } from 'node:events'
import { beforeAll, expect, test } from 'vitest'
import { type Success, send, signIn, type Tokens } from '../src/http.ts'
import { type Product, sharedProduct } from '../src/product.ts'
import { startRecognizer } from '../src/recognizer.ts'

/** A wall screen from its registration to its removal, as the developer of another console would write it. */
let product: Product
let base: string
let admin: string
beforeAll(async () => {
  product = await sharedProduct()
  base = product.ready.http
  admin = (await signIn(base, product.ready.email, product.ready.password)).accessToken
})

const call = (method: string, path: string, token: string, body?: object) =>
  send<Success<never> & { error: { code: string } }>(base, method, path, { token, body })
const statusOf = async (...what: Parameters<typeof call>) => (await call(...what)).status

async function open(token: string, query = '') {
  const said: { type?: string; name?: string; carNumber?: string; text?: string }[] = []
  const socket = new WebSocket(`${base.replace(/^http/, 'ws')}/admin/api/live${query}`, [
    'kingcar.live.v1',
    `bearer.${token}`,
  ])
  socket.addEventListener('message', ({ data }) => said.push(JSON.parse(String(data))))
  const closed = once(socket, 'close').then(([event]) => (event as CloseEvent).code)
  await once(socket, 'open')
  return { said, closed }
}

test('a screen shows its store, gets messages, renews its session, and is disconnected once it is removed', async () => {
  const [store, another] = product.ready.stores
  const made = await send<Success<Tokens & { screenId: string }>>(base, 'POST', '/admin/api/screens/session', {
    token: admin,
    body: { storeId: store?.id, name: '대기실' },
  })
  expect(made.status).toBe(201)
  const { screenId, ...tokens } = made.body.result
  const renewed = await send<Success<Tokens>>(base, 'POST', '/admin/api/reissue', { body: tokens })
  const { accessToken } = renewed.body.result
  expect(await statusOf('GET', '/admin/api/appSettings', accessToken)).toBe(200)
  expect(await statusOf('GET', '/admin/api/visits', accessToken)).toBe(403)
  expect(await statusOf('GET', '/api/me', accessToken)).toBe(403)

  const { said, closed } = await open(accessToken, '?version=b7f3')
  await expect.poll(() => said).toContainEqual({ type: 'screen', screenId, name: '대기실', storeId: store?.id })
  const listed = async () => (await call('GET', '/admin/api/screens', admin)).text
  await expect.poll(listed).toMatch(/"version":"b7f3","online":true/)

  await using near = await startRecognizer(product.ready, store?.id)
  await using far = await startRecognizer(product.ready, another?.id)
  await far.read('34나5678')
  await near.read('12가3456')
  await expect.poll(() => said.map(({ carNumber }) => carNumber)).toContain('12가3456')
  expect(JSON.stringify(said)).not.toContain('34나5678')

  const message = `/admin/api/screens/${screenId}/message`
  expect(await statusOf('POST', message, admin, { text: '곧 문을 닫아요' })).toBe(200)
  await expect.poll(() => said).toContainEqual({ type: 'message', text: '곧 문을 닫아요' })
  expect(await statusOf('POST', message, accessToken, { text: '나는 아니에요' })).toBe(403)
  expect(await statusOf('PATCH', `/admin/api/screens/${screenId}`, admin, { name: '입구' })).toBe(200)
  await expect.poll(() => said.map(({ name }) => name)).toContain('입구')

  expect(await statusOf('DELETE', `/admin/api/screens/${screenId}`, admin)).toBe(200)
  expect(await closed).toBe(4401)
  expect((await call('GET', '/admin/api/appSettings', accessToken)).body.error.code).toBe('UNAUTHENTICATED')
  const late = await send(base, 'POST', '/admin/api/reissue', { body: renewed.body.result })
  expect(late.status).toBe(401)
  expect((await call('POST', message, admin, { reload: true })).body.error.code).toBe('SCREEN_NOT_FOUND')
})
