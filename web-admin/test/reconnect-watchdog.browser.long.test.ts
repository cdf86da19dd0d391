import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, withConsole } from './browser.ts'
import { liveEvent, tokenFor } from './fake-gateway.ts'

const web = withConsole()

/** A live screen with a visit on its card, whose clock the test controls. */
async function openConnect() {
  const page = await web.openWall()
  const event = liveEvent({ name: '이서' })
  web.gateway.send(event)
  web.gateway.state.missed = [event]
  await page.getByRole('heading', { name: '이서님' }).waitFor()
  await page.evaluate(() => Object.assign(window, { loadedOnce: true }))
  return page
}
const reloaded = async (page: Page) => !(await page.evaluate(() => Reflect.has(window, 'loadedOnce')).catch(() => true))
/** Advances the clock second by second until the condition holds; fails after `seconds`. */
async function within(page: Page, seconds: number, holds: () => boolean | Promise<boolean>) {
  let passed = 0
  const held = async () => {
    if (passed >= seconds || (await holds())) return holds()
    passed += 1
    await page.clock.runFor(1_000).catch(() => undefined) // the page may be reloading
    return false
  }
  await expect.poll(held, { interval: 10 }).toBe(true)
}
const setVisibility = (page: Page, state: string) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

test('a frozen server is given up within ninety seconds, and the card is correct again', async () => {
  const page = await openConnect()
  web.gateway.state.answerPings = false
  await within(page, 90, () => web.gateway.handshakes.length === 2)
  web.gateway.state.answerPings = true
  const next = liveEvent({ name: '다음손님', recognizedAt: await page.evaluate(() => new Date().toISOString()) })
  await eventually(() => web.gateway.clients().length).toBeGreaterThan(0)
  await page.clock.runFor(500)
  web.gateway.send(next)
  await page.getByRole('heading', { name: '다음손님님' }).waitFor()
  expect(await reloaded(page)).toBe(false)
})

test('a tab that was frozen reconnects immediately and resumes', async () => {
  const page = await openConnect()
  const missed = liveEvent({ name: '놓친손님', recognizedAt: new Date(Date.now() + 119_000).toISOString() })
  web.gateway.state.missed = [missed]
  await page.clock.fastForward(120_000)
  await eventually(() => web.gateway.handshakes.length).toBe(2)
  expect(web.gateway.handshakes[1]?.path).toBe(`/admin/api/live?after=${missed.sequence - 1}`)
  await page.clock.runFor(1_000)
  await page.getByRole('heading', { name: '놓친손님님' }).waitFor()
  await eventually(() => web.gateway.clients().length).toBe(1)
})

test('after a day in a hidden tab there is one socket, a new token and the correct card', async () => {
  const page = await openConnect()
  await setVisibility(page, 'hidden')
  await page.evaluate((token) => localStorage.setItem('accessToken', token), tokenFor(900))
  const missed = liveEvent({ name: '내일손님', recognizedAt: new Date(Date.now() + 86_399_000).toISOString() })
  web.gateway.state.missed = [missed]
  web.gateway.state.ahead = 86_400
  web.gateway.answers['POST /admin/api/reissue'] = () => ({
    result: { accessToken: tokenFor(86_400 + 900, 'b', -86_400), refreshToken: 'refresh-2' },
  })
  await page.clock.fastForward(86_400_000)
  await setVisibility(page, 'visible')
  await eventually(() => web.gateway.handshakes.length).toBe(2)
  await page.clock.runFor(2_000)
  await page.getByRole('heading', { name: '내일손님님' }).waitFor()
  await page.clock.runFor(60_000)
  await eventually(() => web.gateway.clients().length).toBe(1)
  expect(web.gateway.handshakes).toHaveLength(2)
  expect(web.gateway.handshakes[1]?.token).toBe(await page.evaluate(() => localStorage.getItem('accessToken')))
  expect(web.gateway.calls.filter((call) => call === 'POST /admin/api/reissue')).toHaveLength(1)
  await page.getByText('연결됨', { exact: true }).waitFor()
})

test('if the server responds but accepts no socket, the page reloads, with the same card', async () => {
  const page = await openConnect()
  web.gateway.state.holdSockets = true
  web.gateway.drop()
  await within(page, 170, () => reloaded(page))
  web.gateway.state.holdSockets = false
  await within(page, 100, async () => (await page.getByRole('heading', { name: '이서님' }).count()) === 1)
  expect(await page.locator('[aria-atomic=true]').textContent()).toBe('')
})

test('an unreachable server causes no reload', async () => {
  const page = await openConnect()
  await web.gateway.down()
  for (let minute = 0; minute < 15; minute += 1) await page.clock.runFor(60_000)
  expect(await reloaded(page)).toBe(false)
  await web.gateway.up()
  await within(page, 40, async () => (await page.getByText('연결됨', { exact: true }).count()) === 1)
})

test('a page without frames reloads after two minutes', async () => {
  const page = await openConnect()
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0
  })
  web.gateway.send(liveEvent({ name: '프레임없이' }))
  await page.clock.runFor(500)
  await page.getByRole('heading', { name: '프레임없이님' }).waitFor()
  await within(page, 130, () => reloaded(page))
})

test('a newer build is loaded only while the screen is idle', async () => {
  const page = await openConnect()
  web.gateway.state.build = '?newer'
  for (let minute = 0; minute < 6; minute += 1) {
    await page.clock.runFor(60_000)
    web.gateway.state.missed = [liveEvent({ name: `손님${minute}` })]
    web.gateway.send(...web.gateway.state.missed)
    await page.getByRole('heading', { name: `손님${minute}님` }).waitFor()
  }
  expect(await reloaded(page)).toBe(false)
  await within(page, 130, () => reloaded(page))
  await page.getByRole('article').waitFor()
  expect(await page.evaluate(() => document.querySelector('script')?.src)).toContain('?newer')
})

test('a crashed screen reloads after half a minute, when the server responds', async () => {
  const page = await openConnect()
  await page.evaluate(() => {
    Intl.DateTimeFormat.prototype.formatToParts = () => []
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      get: () => () => {
        throw new Error('broken')
      },
    })
  })
  await page.clock.runFor(2_000)
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
  await page.getByText('잠시 뒤 자동으로 새로고침할게요.').waitFor()
  await web.gateway.down()
  await page.clock.runFor(31_000)
  await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor()
  await web.gateway.up()
  await within(page, 40, () => reloaded(page))
  await page.getByRole('heading', { name: '이서님' }).waitFor()
})

test('a chunk that cannot be loaded reloads the page, at most once a minute', async () => {
  const page = await openConnect()
  const fail = () => page.evaluate(() => void window.dispatchEvent(new Event('vite:preloadError')))
  await fail()
  await eventually(() => reloaded(page)).toBe(true)
  await page.getByRole('article').waitFor()
  await page.evaluate(() => Object.assign(window, { loadedOnce: true }))
  await fail()
  await page.clock.runFor(1_000)
  expect(await reloaded(page)).toBe(false)
})
