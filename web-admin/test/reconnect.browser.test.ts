import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, withConsole } from './browser.ts'
import { liveEvent, tokenFor } from './fake-gateway.ts'

const web = withConsole()

const states = (page: Page) => web.logOf(page).filter((line) => /^info: \w+$/.test(line))
const settled = (page: Page, state: string) => eventually(() => states(page).at(-1)).toBe(`info: ${state}`)
const pill = (page: Page) => page.getByText('다시 연결하는 중…')

test('a lost socket is reopened within six seconds and resumes', async () => {
  const page = await web.openWall()
  const event = liveEvent()
  web.gateway.send(event)
  await page.getByRole('article').waitFor()
  web.gateway.drop()
  await settled(page, 'closed')
  await page.clock.runFor(5_600)
  await settled(page, 'open')
  expect(web.gateway.handshakes.at(-1)?.path).toBe(`/admin/api/live?after=${event.sequence}`)
  expect(states(page)).toEqual(['connecting', 'open', 'closed', 'connecting', 'open'].map((state) => `info: ${state}`))
  web.gateway.send(liveEvent({ name: '김하늘' }))
  await page.getByRole('heading', { name: '김하늘님' }).waitFor()
})

test('an outage is hidden at first, then shown with a countdown, then the card is marked as outdated', async () => {
  const page = await web.openWall()
  web.gateway.send(liveEvent())
  await page.getByRole('article').waitFor()
  const spoken = page.locator('header [role=status]')
  await web.gateway.down()
  await settled(page, 'closed')
  await page.clock.runFor(1_500)
  expect(await pill(page).count()).toBe(0)
  await page.clock.runFor(2_500)
  await pill(page).waitFor()
  await page.getByText(/\d초 후 재시도 \(1회째\)/).waitFor()
  expect(await spoken.textContent()).toBe('연결이 끊겼습니다. 다시 연결하고 있습니다.')

  await page.clock.runFor(60_000)
  await page.getByText(/마지막 정보 · 1분 전/).waitFor()
  await eventually(() => page.getByRole('article').evaluate((card) => getComputedStyle(card).opacity)).toBe('0.55')

  await web.gateway.up()
  await page.clock.runFor(6_000)
  await settled(page, 'open')
  await eventually(() => spoken.textContent()).toBe('다시 연결되었습니다.')
  await page.getByText('연결됨', { exact: true }).waitFor()
  expect(await page.getByText('마지막 정보').count()).toBe(0)
})

test('after twenty attempts it keeps trying, slowly', async () => {
  const page = await web.openWall()
  web.gateway.state.acceptSockets = false
  web.gateway.drop()
  await settled(page, 'closed')
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    await page.clock.runFor(5_600)
    await eventually(() => web.gateway.handshakes.length).toBe(1 + attempt)
    await settled(page, 'closed')
  }
  await page.clock.runFor(20_000)
  expect(web.gateway.handshakes).toHaveLength(21)
  web.gateway.state.acceptSockets = true
  await page.clock.runFor(14_000)
  await settled(page, 'open')
  expect(web.gateway.handshakes).toHaveLength(22)
})

test('the `online` event reconnects immediately', async () => {
  const page = await web.openWall()
  web.gateway.drop()
  await settled(page, 'closed')
  await page.clock.pauseAt(Date.now() + 2_000)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await settled(page, 'open')
  await page.clock.runFor(12_000)
  expect(web.gateway.handshakes).toHaveLength(2)
  expect(web.gateway.clients()).toHaveLength(1)
})

test('an expired session is renewed and the socket reopened, invisibly', async () => {
  const page = await web.openWall()
  await page.clock.runFor(2_000)
  web.gateway.close(4401)
  await eventually(() => states(page)).toContain('info: closed') // it may be open again already
  await page.clock.runFor(1_000)
  await eventually(() => web.gateway.handshakes.length).toBe(2)
  expect(web.gateway.calls).toContain('POST /admin/api/reissue')
  expect(web.gateway.handshakes[1]?.token).toBe(await page.evaluate(() => localStorage.getItem('accessToken')))
  expect(web.gateway.handshakes[1]?.token).not.toBe(web.gateway.handshakes[0]?.token)
  expect(await pill(page).count()).toBe(0)
})

test('a session that has ended leads to /login, and back', async () => {
  const page = await web.openWall()
  web.gateway.answers['POST /admin/api/reissue'] = () => ({ status: 401 })
  await page.clock.runFor(2_000)
  web.gateway.close(4401)
  await settled(page, 'closed')
  await page.clock.runFor(1_000)
  await page.waitForURL('**/login?redirect=%2Fconnect')
  await eventually(() => web.gateway.clients().length).toBe(0)
})

test('a rejected handshake of an ended session leads to /login', async () => {
  const page = await web.openWall()
  web.gateway.state.acceptSockets = false
  web.gateway.answers['GET /admin/api/live'] = () => ({ status: 401 })
  web.gateway.drop()
  await settled(page, 'closed')
  await page.clock.runFor(5_600)
  await settled(page, 'closed')
  await page.clock.runFor(5_600)
  await page.waitForURL('**/login?redirect=%2Fconnect')
})

test('a gateway outage while the token expires does not end the session', async () => {
  const page = await web.openWall()
  await page.evaluate((token) => localStorage.setItem('accessToken', token), tokenFor(-60))
  await web.gateway.down()
  await settled(page, 'closed')
  await page.clock.runFor(6_000)
  // The reissue fails, and so does the socket attempt after it.
  await eventually(() => web.logOf(page).some((line) => line.includes('WebSocket connection to'))).toBe(true)
  await settled(page, 'closed')
  await web.gateway.up()
  for (const _ of [1, 2]) await page.clock.runFor(6_000)
  await settled(page, 'open')
  expect(new URL(page.url()).pathname).toBe('/connect')
})

test('a silent socket is pinged, and given up without a pong', async () => {
  const page = await web.openWall()
  await page.clock.runFor(28_000)
  await eventually(() => web.gateway.heard).toEqual(['ping'])
  expect(states(page)).toEqual(['info: connecting', 'info: open'])

  web.gateway.state.answerPings = false
  await page.clock.runFor(60_000)
  // The close handshake runs in real time, the next attempt by the page's clock: advance both until it happens.
  const handshakes = async () => {
    await page.clock.runFor(1_000)
    return web.gateway.handshakes.length
  }
  await eventually(handshakes).toBe(2)
  web.gateway.state.answerPings = true
  await settled(page, 'open')
})
