import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { eventOf, visitOf } from './gateway/visits.ts'
import { withManagement } from './manage-gateway.ts'

/* The sockets of one sign-in: the server allows five. */

const web = withConsole()
const takeOver = (page: Page) => page.getByRole('button', { name: '가장 오래된 연결을 끊고 여기서 보기' })
const paths = () => web.gateway.handshakes.map(({ path }) => path)

test('management tabs share one socket, and the next tab takes it over when its tab is closed', async () => {
  withManagement(web.gateway)
  const first = await web.open('/manage', wide)
  await first.getByText('실시간 연결됨').waitFor()
  const others: Page[] = []
  for (let opened = 0; opened < 5; opened += 1) {
    const page = await first.context().newPage()
    await page.goto(`${web.gateway.origin}/manage`)
    await page.getByText('실시간 연결됨').waitFor()
    others.push(page)
  }
  for (const page of [first, ...others]) await page.waitForLoadState('networkidle')
  expect(web.gateway.clients()).toHaveLength(1)
  // A tab that opens makes the others fetch nothing again.
  const lists = () => web.gateway.calls.filter((call) => call === 'GET /admin/api/visits').length
  const fetched = lists()
  await others[4]?.reload()
  await others[4]?.getByText('실시간 연결됨').waitFor()
  await others[4]?.waitForLoadState('networkidle')
  expect(lists() - fetched).toBeLessThanOrEqual(2)
  const event = eventOf({ ...visitOf(1), name: '김하늘' })
  web.gateway.send(event)
  const shows = async (page: Page, name: string) => {
    await page.bringToFront() // a hidden page draws no frames
    await page.getByText(name).first().waitFor()
  }
  for (const page of [first, ...others]) await shows(page, '김하늘')

  await first.close()
  await eventually(() => paths().length).toBe(2)
  expect(paths()).toEqual(['/admin/api/live', `/admin/api/live?after=${event.sequence}`])
  await eventually(() => web.gateway.clients().length).toBe(1)
  web.gateway.send(eventOf({ ...visitOf(1), name: '이서준' }))
  for (const page of others) await shows(page, '이서준')

  web.gateway.state.acceptSockets = false
  web.gateway.drop()
  for (const page of others) await page.getByText('다시 연결하는 중…').waitFor()
})

test('leaving the management pages ends their socket, also if its last state comes late', async () => {
  withManagement(web.gateway)
  const page = await web.open('/manage', wide)
  await page.getByText('실시간 연결됨').waitFor()
  await page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link', { name: '실시간 화면' }).click()
  await page.locator('main[data-phase=open]').waitFor()
  await eventually(() => web.gateway.clients().length).toBe(1)
  expect(paths()).toHaveLength(2)
  expect(web.logOf(page).filter((line) => line.startsWith('pageerror'))).toEqual([])
})

test('a socket beyond the maximum says why it has none, and can take the place of the oldest', async () => {
  withManagement(web.gateway)
  web.gateway.state.full = true
  for (const path of ['/manage/visits', '/connect']) {
    const page = await web.open(path, wide)
    await page.getByText('실시간 연결은 로그인 하나에 5개까지예요').first().waitFor()
    expect(await violationsOf(page)).toEqual(noViolations)
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await takeOver(page).click()
    await page
      .getByText(/연결됨|인식기 \d+대 연결 끊김/)
      .first()
      .waitFor()
    expect(paths().at(-1)).toContain('replaceOldest=true')
    expect(await takeOver(page).count()).toBe(0)

    web.gateway.close(4409)
    await takeOver(page).waitFor()
    await page.context().close()
  }
})
