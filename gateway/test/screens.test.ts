import { randomUUID } from 'node:crypto'
import { everyScreenSeen, screenSubject } from '@kingcar/bus'
import type { ScreenSeen } from '@kingcar/contract'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { afterAll, beforeAll, expect, test } from 'vitest'
import WebSocket from 'ws'
import { openScreenPresence } from '../src/live/screen-presence.ts'
import { eventually, startEdge, store } from './edge.ts'

/** Presence reports of each screen. */
const seen = new Map<string, ScreenSeen[]>()
const opened: WebSocket[] = []
const edge = startedBeforeAll(startEdge)
beforeAll(async () => {
  edge.services.subscribeQueue(everyScreenSeen, 'member', ({ subject, data }) => {
    const id = subject.split('.')[1] ?? ''
    seen.set(id, [...(seen.get(id) ?? []), JSON.parse(Buffer.from(data).toString())])
  })
})
afterAll(() => {
  for (const socket of opened) socket.terminate()
})

const tokenOf = (id: string, sid = randomUUID()) =>
  edge.token({ role: 'screen', aud: 'screen', sub: id, sid, storeId: store.id })

async function open(id: string, { url = edge.url, version = 'b7f3', token = tokenOf(id) } = {}) {
  const address = `${url.replace('http', 'ws')}/admin/api/live?version=${version}`
  const socket = new WebSocket(address, ['kingcar.live.v1', `bearer.${token}`])
  opened.push(socket)
  const texts: string[] = []
  socket.on('message', (data) => texts.push(String(data)))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  return { socket, texts, closed }
}
const statesOf = (id: string) => seen.get(id)?.map(({ state, version }) => [state, version])

test('a message to a screen reaches all its sockets on all gateways, and no other socket', async () => {
  const id = randomUUID()
  const other = await edge.startAnother()
  const [here, there, stranger] = await Promise.all([open(id), open(id, { url: other.url }), open(randomUUID())])
  const admin = new WebSocket(`${edge.url.replace('http', 'ws')}/admin/api/live`, [
    'kingcar.live.v1',
    `bearer.${edge.token()}`,
  ])
  opened.push(admin)
  const others: string[] = []
  admin.on('message', (data) => others.push(String(data)))
  await new Promise((resolve) => admin.on('open', resolve))
  await eventually(() => statesOf(id)).toHaveLength(2) // a gateway that reports a screen has subscribed to its messages
  const message = { type: 'message', text: '곧 문을 닫아요' }
  expect(await edge.services.request(screenSubject(id), message)).toBe('delivered')
  for (const { texts } of [here, there]) await eventually(() => texts).toEqual([JSON.stringify(message)])
  await edge.visit()
  await eventually(() => [...stranger.texts, ...others].filter((text) => text.includes('12가3456'))).toHaveLength(2)
  expect([...stranger.texts, ...others].join()).not.toContain('문을 닫아요')
})

test('a screen is reported with its version, and as gone with its last socket', async () => {
  const id = randomUUID()
  const [first, second] = [await open(id), await open(id, { version: 'c8' })]
  await eventually(() => statesOf(id)).toEqual([
    ['opened', 'b7f3'],
    ['opened', 'c8'],
  ])
  first.socket.close()
  await first.closed
  expect(await edge.services.request(screenSubject(id), { type: 'reload' })).toBe('delivered')
  await eventually(() => second.texts).toEqual(['{"type":"reload"}'])
  second.socket.close()
  await eventually(() => statesOf(id)?.at(-1)).toEqual(['gone', 'c8'])
  expect(await edge.services.request(screenSubject(id), { type: 'reload' })).toBe('noSubscriber')
  expect(statesOf(id)).toHaveLength(3)
})

test('a screen whose session ends is closed and reported as gone', async () => {
  const id = randomUUID()
  const sid = randomUUID()
  const screen = await open(id, { token: tokenOf(id, sid) })
  await edge.endSession(sid)
  expect(await screen.closed).toBe(4401)
  await eventually(() => statesOf(id)?.at(-1)).toEqual(['gone', 'b7f3'])
})

test('a connected screen is reported regularly, as opened until it has its name', async () => {
  const id = randomUUID()
  using screens = openScreenPresence(edge.services, 20)
  const said: string[] = []
  const leave = screens.add(id, undefined, { sendText: (text) => said.push(text) > 0 })
  await eventually(() => statesOf(id)?.slice(0, 2)).toEqual([
    ['opened', null],
    ['opened', null],
  ])
  const introduction = { type: 'screen', screenId: id, name: '대기실', storeId: store.id }
  expect(await edge.services.request(screenSubject(id), introduction)).toBe('delivered')
  await eventually(() => statesOf(id)?.at(-1)).toEqual(['here', null])
  expect(said).toEqual([JSON.stringify(introduction)])
  const leaveTwice = screens.add(id, 'c8', { sendText: () => true }) // the name sent to the first socket did not reach this one
  await eventually(() => statesOf(id)?.slice(-2)).toEqual([
    ['opened', 'c8'],
    ['opened', 'c8'],
  ])
  leaveTwice()
  leave()
  await eventually(() => statesOf(id)?.at(-1)).toEqual(['gone', 'c8'])
})

test('a message to closing sockets is not confirmed', async () => {
  const id = randomUUID()
  using screens = openScreenPresence(edge.services)
  const leave = screens.add(id, undefined, { sendText: () => false })
  expect(await edge.services.request(screenSubject(id), { type: 'reload' })).toBe('unknown')
  screens.add(id, undefined, { sendText: () => true })
  expect(await edge.services.request(screenSubject(id), { type: 'reload' })).toBe('delivered')
  leave()
})
