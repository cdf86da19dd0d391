import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, withConsole } from './browser.ts'
import { liveEvent } from './fake-gateway.ts'

const web = withConsole()

/** A connected live screen whose clock the test controls. */
async function openConnect(search = '') {
  const page = await web.openWall(search)
  return { page, card: page.getByRole('article'), spoken: page.locator('[aria-atomic=true]') }
}
const states = (page: Page) => web.logOf(page).filter((line) => /^info: \w+$/.test(line))
const settled = (page: Page, state: string) => eventually(() => states(page).at(-1)).toBe(`info: ${state}`)
const secondsAgo = async (page: Page, seconds: number) =>
  page.evaluate((ago) => new Date(Date.now() - ago * 1_000).toISOString(), seconds)
/** Records the names that the card shows, in order. */
const watchNames = (page: Page) =>
  page.evaluate(() => {
    const names = [document.querySelector('article h1')?.textContent ?? '']
    const note = () => {
      const name = document.querySelector('article h1')?.textContent ?? ''
      if (name !== names.at(-1)) names.push(name)
    }
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { names })
  })
const names = (page: Page) => page.evaluate(() => Reflect.get(window, 'names'))

test('missed events do not flash across the card: only the latest is shown, faded in and announced once', async () => {
  const { page, card, spoken } = await openConnect()
  web.gateway.send(liveEvent({ name: '처음' }))
  await card.getByText('처음').waitFor()
  await page.clock.runFor(3_000)
  await card.evaluate((element) => element.setAttribute('data-seen', 'first'))
  await watchNames(page)
  const times = await Promise.all([40, 20, 3].map((seconds) => secondsAgo(page, seconds)))
  web.gateway.state.missed = times.map((recognizedAt, index) => liveEvent({ name: `놓친${index + 1}`, recognizedAt }))
  web.gateway.drop()
  await settled(page, 'closed')
  await page.clock.runFor(5_600)
  await settled(page, 'open')
  await page.clock.runFor(400)
  await card.getByText('놓친3').waitFor()
  expect(await names(page)).toEqual(['처음님', '놓친3님'])
  expect(await card.getAttribute('data-seen')).toBe('first')
  await eventually(() => spoken.textContent()).toContain('놓친3님')
})

test('a gap is logged and changes nothing on the card', async () => {
  const { page, card } = await openConnect()
  web.gateway.send(liveEvent())
  await card.waitFor()
  const before = await card.innerHTML()
  web.gateway.send({ type: 'gap', from: 3, to: 9 })
  await eventually(() => web.logOf(page)).toContain('warning: live events missed 3 9')
  expect(await card.innerHTML()).toBe(before)
})

test('a reloaded page shows the last visit again, without animation or announcement', async () => {
  const { page, card, spoken } = await openConnect()
  const event = liveEvent({ name: '이서' })
  web.gateway.send(event)
  await card.waitFor()
  expect(await page.evaluate(() => Object.entries(sessionStorage))).toContainEqual(['live::', String(event.sequence)])
  web.gateway.state.missed = [event]
  await page.reload()
  await page.getByRole('heading', { name: '이서님' }).waitFor()
  expect(web.gateway.handshakes.at(-1)?.path).toBe(`/admin/api/live?after=${event.sequence - 1}`)
  const animated = () => page.evaluate(() => document.getAnimations().map((animation) => String(animation)))
  expect((await animated()).length).toBeLessThanOrEqual(6) // changed parts fade in, not the card
  expect(await card.evaluate((element) => getComputedStyle(element.children[0] ?? element).animationName)).toBe('none')
  expect(await spoken.textContent()).toBe('')
  web.gateway.send(liveEvent({ name: '새손님' }))
  await page.getByRole('heading', { name: '새손님님' }).waitFor()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/이서|새손님|4568/)
})

test('another scope does not resume this one', async () => {
  const { page, card } = await openConnect()
  web.gateway.send(liveEvent())
  await card.waitFor()
  await page.goto(`${web.gateway.origin}/connect?storeId=store-1&mask=true`)
  await page.getByText('연결됨', { exact: true }).waitFor()
  expect(web.gateway.handshakes.at(-1)?.path).toBe('/admin/api/live?storeId=store-1&mask=true')
})

test('a stream with restarted numbering continues', async () => {
  const { page, card } = await openConnect()
  web.gateway.send(liveEvent({ sequence: 90_000, name: '옛날' }))
  await card.getByText('옛날').waitFor()
  web.gateway.send(liveEvent({ sequence: 1, name: '새로' }))
  await card.getByText('새로').waitFor()
  web.gateway.drop()
  await settled(page, 'closed')
  await page.clock.runFor(5_600)
  await settled(page, 'open')
  expect(web.gateway.handshakes.at(-1)?.path).toBe('/admin/api/live?after=1')
})

test('a restarting gateway is retried sooner', async () => {
  const { page } = await openConnect()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  web.gateway.close(1012)
  await settled(page, 'closed')
  await page.clock.runFor(3_050)
  await settled(page, 'open')
})

test('after a gateway closed the socket of a slow screen, the screen reconnects and resumes', async () => {
  const { page, card } = await openConnect()
  const event = liveEvent()
  web.gateway.send(event)
  await card.waitFor()
  web.gateway.close(4408)
  await settled(page, 'closed')
  await page.clock.runFor(5_600)
  await settled(page, 'open')
  expect(web.gateway.handshakes.at(-1)?.path).toBe(`/admin/api/live?after=${event.sequence}`)
})

test('a burst of online and visibility events opens one socket', async () => {
  const { page } = await openConnect()
  const storm = () =>
    page.evaluate(() => {
      for (let index = 0; index < 100; index += 1) {
        window.dispatchEvent(new Event('online'))
        document.dispatchEvent(new Event('visibilitychange'))
      }
    })
  await storm()
  await eventually(() => web.gateway.heard).toEqual(['ping'])
  await page.clock.runFor(2_000)
  web.gateway.drop()
  await settled(page, 'closed')
  await storm()
  await settled(page, 'open')
  await storm()
  await page.clock.runFor(12_000)
  expect(web.gateway.handshakes).toHaveLength(2)
  expect(web.gateway.clients()).toHaveLength(1)
})

test('a burst during an attempt does not interrupt it', async () => {
  const { page } = await openConnect()
  await page.clock.runFor(2_000)
  web.gateway.state.holdSockets = true
  web.gateway.drop()
  await settled(page, 'closed')
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_500))
  for (let gust = 0; gust < 10; gust += 1) {
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await eventually(() => web.gateway.handshakes.length).toBe(2)
  }
})

test('the network is lost and recovers', async () => {
  const { page, card } = await openConnect()
  web.gateway.send(liveEvent())
  await card.waitFor()
  await page.context().setOffline(true)
  web.gateway.drop()
  await settled(page, 'closed')
  await page.clock.runFor(20_000)
  await settled(page, 'closed')
  await page.getByText('다시 연결하는 중…').waitFor()
  const missed = liveEvent({ name: '놓친손님', recognizedAt: await secondsAgo(page, 1) })
  web.gateway.state.missed = [missed]
  await page.context().setOffline(false)
  await settled(page, 'open')
  await page.clock.runFor(1_000)
  await card.getByText('놓친손님').waitFor()
  expect(web.gateway.clients()).toHaveLength(1)
})
