import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, withConsole } from './browser.ts'
import { eventOf, stores, visitOf, withManagement } from './manage-gateway.ts'

const web = withConsole()
const wide = { viewport: { width: 1366, height: 768 } }

async function openVisits(path = '/manage', state = withManagement(web.gateway)) {
  const page = await web.open(path, { ...wide, signedIn: true })
  await page.getByText('실시간 연결됨').waitFor()
  await rowsOf(page).first().waitFor()
  await page.waitForLoadState('networkidle') // what was asked before the socket opened is asked again
  return { page, state }
}
const rowsOf = (page: Page) => page.locator('tbody tr:not([aria-hidden])')
const topsOf = (rows: Element[]) => rows.map((row) => row.getBoundingClientRect().top)
const rowOf = (page: Page, name: string) => rowsOf(page).filter({ hasText: name })

test('today’s visits stand in a table with figures, and its pages are addresses', async () => {
  const { page, state } = await openVisits()
  expect(await rowsOf(page).count()).toBe(20)
  expect(await page.getByText('1–20 / 43').isVisible()).toBe(true)
  expect(await page.getByText('43대').isVisible()).toBe(true)
  expect(await rowsOf(page).nth(2).innerText()).toMatch(
    /이도윤\s+15회\s+강남점\s+4회\s+정기 세차권\s+3회 남음\s+늦게 도착/,
  )
  expect(await rowsOf(page).nth(2).getByRole('img').getAttribute('aria-label')).toBe('차량 번호 서울 12바 3456')
  const inSeoul = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul', dateStyle: 'short' }).format(Date.now())
  expect(state.queries[0]).toBe(`from=${inSeoul}&page=0`)

  await page.getByRole('link', { name: '다음' }).click()
  await page.waitForURL('**/manage?page=1')
  await page.locator('main').getByText('21–40 / 43').waitFor()
  const asked = state.queries.length
  await page.getByRole('link', { name: '장치' }).click()
  await page.getByRole('heading', { level: 1, name: '장치' }).waitFor()
  await page.goBack()
  await page.locator('main').getByText('21–40 / 43').waitFor()
  expect(state.queries.length).toBe(asked)
})

test('the landing page leads here by a link and has loaded nothing of it', async () => {
  withManagement(web.gateway)
  const page = await web.open('/', { signedIn: true })
  await page.getByRole('button', { name: '연결하기' }).waitFor()
  const files: string[] = []
  page.on('response', (response) => files.push(response.url()))
  expect(await page.getByRole('button').count()).toBe(1)
  await page.getByRole('link', { name: '관리 화면' }).click()
  await page.waitForURL('**/manage')
  await page.getByRole('heading', { level: 1, name: '오늘 방문' }).waitFor()
  expect(files.some((file) => /\/management-[^/]+\.js$/.test(file))).toBe(true)
})

test('a new visit waits until it is asked for; a change of a row on show is there at once', async () => {
  const { page, state } = await openVisits()
  const top = await rowsOf(page).first().innerText()
  const arrived = [visitOf(0, { id: crypto.randomUUID(), name: '새손님' }), visitOf(0, { id: crypto.randomUUID() })]
  const [third] = state.visits.slice(2)
  web.gateway.send(...arrived.map((visit) => eventOf(visit)))
  if (third) web.gateway.send(eventOf({ ...third, name: '이도윤', reads: 9, productUsed: null }))
  await eventually(() => rowsOf(page).nth(2).innerText()).toMatch(/9회/)
  const more = page.getByRole('button', { name: '새 방문 2건 보기' })
  await more.waitFor()
  expect(await rowsOf(page).first().innerText()).toBe(top)
  expect((await page.getByRole('status').allTextContents()).join()).toContain('새 방문이 2건 있어요')

  state.visits = [...arrived, ...state.visits]
  await more.click()
  await rowOf(page, '새손님').waitFor()
  expect(await more.count()).toBe(0)
  expect(await rowsOf(page).count()).toBe(20)
})

test('a visit that was joined with another is marked, and the other one updated', async () => {
  const { page, state } = await openVisits()
  const [first, second] = state.visits
  if (!first || !second) throw new Error('There are no visits.')
  web.gateway.send(eventOf({ ...first, mergedInto: second.id }), eventOf({ ...second, reads: 77 }))
  await eventually(() => rowsOf(page).first().innerText()).toMatch(/합쳐짐/)
  await eventually(() => rowsOf(page).nth(1).innerText()).toMatch(/77회/)
})

test('of another store, of another page, of a test: nothing waits', async () => {
  const { page, state } = await openVisits(`/manage?storeId=${stores[0]?.id}`)
  const elsewhere = visitOf(0, { id: crypto.randomUUID(), storeId: String(stores[1]?.id) })
  const [old] = state.visits.slice(40)
  web.gateway.send(eventOf(elsewhere), eventOf(visitOf(0, { id: crypto.randomUUID() }), { test: true }))
  if (old) web.gateway.send(eventOf({ ...old, reads: 30 }))
  web.gateway.send(eventOf(visitOf(0, { id: crypto.randomUUID() })))
  await page.getByRole('button', { name: '새 방문 1건 보기' }).waitFor()
})

test('after a gap the list is asked anew', async () => {
  const { page, state } = await openVisits()
  const asked = state.queries.length
  state.visits = [visitOf(0, { id: crypto.randomUUID(), name: '놓친손님' }), ...state.visits]
  web.gateway.send({ type: 'gap', from: 1, to: 90 })
  await rowOf(page, '놓친손님').waitFor()
  expect(state.queries.length).toBe(asked + 1)
})

test('a connection that is back goes on where it was, or asks anew where it cannot', async () => {
  const { page, state } = await openVisits()
  const asked = state.queries.length
  web.gateway.drop()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await eventually(() => state.queries.length).toBe(asked + 1)
  const event = eventOf(visitOf(0, { id: crypto.randomUUID() }))
  web.gateway.send(event)
  await page.getByRole('button', { name: '새 방문 1건 보기' }).waitFor()
  web.gateway.drop()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await eventually(() => web.gateway.handshakes.at(-1)?.path).toBe(`/admin/api/live?after=${event.sequence}`)
  expect(state.queries.length).toBe(asked + 1)
})

test('five events a second move nothing, and figures follow every five seconds', async () => {
  const { page } = await openVisits()
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value))
    }).observe({ type: 'layout-shift' })
  })
  const tops = await rowsOf(page).evaluateAll(topsOf)
  const counted = () => web.gateway.calls.filter((call) => call === 'GET /admin/api/visits/stats').length
  const before = counted()
  for (let sent = 0; sent < 30; sent += 1) {
    web.gateway.send(eventOf(visitOf(0, { id: crypto.randomUUID() })))
    if (sent % 3 === 0)
      web.gateway.send(eventOf(visitOf(1 + (sent % 12), { reads: sent, name: '긴이름'.repeat(sent) })))
    await page.waitForTimeout(200)
  }
  await page.getByRole('button', { name: /새 방문 (2|3)\d건 보기/ }).waitFor()
  expect(counted() - before).toBeGreaterThan(0)
  expect(counted() - before).toBeLessThanOrEqual(3)
  // A number that grows by a digit in its own cell counts, by less than a hundred-thousandth.
  const shifts: number[] = await page.evaluate(() => Reflect.get(window, 'shifts'))
  expect(shifts.reduce((sum, shift) => sum + shift, 0).toFixed(3)).toBe('0.000')
  expect(await rowsOf(page).evaluateAll(topsOf)).toEqual(tops)
})

test('a store is chosen for the address, and a failure is said with its id and mended by another try', async () => {
  const { page, state } = await openVisits()
  const answer = web.gateway.answers['GET /admin/api/visits']
  web.gateway.answers['GET /admin/api/visits'] = () => ({
    status: 503,
    error: { code: 'UNAVAILABLE', message: '잠시 연결이 어려워요. 곧 다시 시도해 주세요.' },
  })
  await page.getByLabel('매장').selectOption('분당점')
  await page.waitForURL(`**/manage?storeId=${stores[1]?.id}`)
  const failure = page.getByRole('alert')
  expect(await failure.innerText()).toMatch(
    /목록을 불러오지 못했어요[\s\S]*곧 다시 시도해 주세요[\s\S]*요청 ID\s+request-\d+/,
  )
  if (answer) web.gateway.answers['GET /admin/api/visits'] = answer
  await failure.getByRole('button', { name: '다시 시도' }).click()
  await page.getByText('이 매장에는 오늘 방문이 없어요').waitFor()
  expect(state.queries.at(-1)).toContain(`storeId=${stores[1]?.id}`)
})

test('a session that ended leads to /login and back to the very view', async () => {
  const { page } = await openVisits('/manage?page=1')
  web.gateway.answers['GET /admin/api/devices'] = () => ({ status: 401 })
  await page.getByRole('link', { name: '장치' }).click()
  await page.waitForURL(`${web.gateway.origin}/login?redirect=%2Fmanage%2Fdevices`)
})

test('signing out ends the session and leaves', async () => {
  const { page } = await openVisits()
  await page.getByRole('button', { name: '계정' }).click()
  await page.getByRole('button', { name: '로그아웃' }).click()
  await page.waitForURL(`${web.gateway.origin}/login`)
  await eventually(() => web.gateway.calls).toContain('POST /admin/api/logout')
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})
