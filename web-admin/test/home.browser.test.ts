import type { GetAttentionResult } from '@kingcar/client'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, wide, withConsole } from './browser.ts'
import { eventOf, visitOf } from './gateway/visits.ts'
import { deviceOf, stores, withManagement } from './manage-gateway.ts'

const web = withConsole()
const minute = 60_000
const day = 24 * 60 * minute
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()
const seoul = (at: number) => new Date(at + 9 * 60 * minute)
/** Hours of the day in Seoul that have begun. */
const hoursUntil = (at: number) => seoul(at).getUTCHours() + 1
const dateOf = (at: number) => seoul(at).toISOString().slice(0, 'YYYY-MM-DD'.length)
const shortDate = (at: number) =>
  new Intl.DateTimeFormat('ko-KR', { timeZone: 'Asia/Seoul', month: 'long', day: 'numeric', weekday: 'short' }).format(
    at,
  )

async function openHome(change = (_: ReturnType<typeof withManagement>) => {}) {
  const state = withManagement(web.gateway)
  change(state)
  const page = await web.open('/manage', wide)
  await page.getByText('실시간 연결됨').waitFor()
  await settled(page)
  return { page, ...state }
}
/** Waits until nothing is loading. */
async function settled(page: Page) {
  await page.waitForLoadState('networkidle')
  await eventually(() => page.locator('[aria-busy=true]').count()).toBe(0)
}
const chart = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const figures = (page: Page) => chart(page, '오늘 집계')
const inLine = (text: string) => text.replaceAll(/\s+/g, ' ')

const offline = (): GetAttentionResult['items'][number] => ({
  ...{ kind: 'offlineDevices', count: 5, since: ago(118 * minute) },
  examples: [
    { id: crypto.randomUUID(), name: '1번 출입구', storeName: '강남점', since: ago(18 * minute) },
    { id: crypto.randomUUID(), name: '뒷문', storeName: '분당점', since: null },
  ],
})
const one = (kind: GetAttentionResult['items'][number]['kind']) => ({ kind, count: 1, since: null, examples: [] })

test('what needs a person is first, each kind with its count, its age, examples and its list', async () => {
  const { page } = await openHome(({ statistics }) => {
    const ending = { ...one('endingPasses'), since: new Date(Date.now() + 2 * day).toISOString() }
    statistics.attention.items = [{ ...one('failedRenewals'), count: 1_000 }, offline(), ending]
  })
  const items = chart(page, '먼저 볼 일').getByRole('link')
  const texts = (await items.allInnerTexts()).map(inLine)
  expect(texts[0]).toBe('정기권 결제 실패 1,000건 이상')
  expect(texts[1]).toBe('끊긴 인식기 5건 가장 오래된 것 1시간 전 강남점 1번 출입구 · 18분 전 분당점 뒷문')
  expect(texts[2]).toMatch(/^7일 안에 끝나는 이용권 1건 가장 빠른 만료 \d+월 \d+일/)
  await items.nth(2).click()
  await page.waitForURL('**/manage/userProducts?state=Available&renewal=none&sort=endsAt%2Casc')
  await page.goBack()
  await items.nth(0).click()
  await page.waitForURL('**/manage/userProducts?renewal=unpaid')
  await page.goBack()
  await items.nth(1).click()
  await page.getByRole('heading', { level: 1, name: '장치' }).waitFor()
})

test('each kind leads to its list', async () => {
  const lists = [
    ['failedRenewals', '이용 상품'],
    ['owedReturns', '돌려줄 돈'],
    ['refusedReceipts', '주문·결제'],
    ['offlineScreens', '벽 화면'],
    ['doubtfulReads', '확인할 번호'],
    ['deadLetters', '처리하지 못한 메시지'],
    ['silentStores', '매장'],
  ] as const
  const { page } = await openHome(({ statistics }) => {
    statistics.attention.items = lists.map(([kind]) => one(kind))
  })
  for (const [at, [, title]] of lists.entries()) {
    await chart(page, '먼저 볼 일').getByRole('link').nth(at).click()
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await page.goBack()
  }
})

test('without anything to do one sentence says so, and a service that did not respond is named', async () => {
  const { page, statistics } = await openHome()
  const attention = chart(page, '먼저 볼 일')
  await attention.getByText('지금 확인할 일이 없어요.').waitFor()
  statistics.attention.unavailable = ['orders']
  await page.reload()
  await attention.getByText('주문 서비스가 응답하지 않아서 일부는 확인하지 못했어요.').waitFor()
  expect(await attention.getByText('지금 확인할 일이 없어요.').count()).toBe(0)
})

test('figures lead to the lists behind them, recent visits have store and date, and all is drawn in high contrast', async () => {
  const { page } = await openHome(({ visit }) => {
    visit.visits = [visitOf(1), visitOf(2, { recognizedAt: ago(day) })]
  })
  const today = dateOf(Date.now())
  const ofDay = `from=${today}&to=${today}`
  const links = await page.locator('dl a').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(links).toEqual([
    `/manage/visits?${ofDay}`,
    `/manage/orders?${ofDay}`,
    `/manage/useLogs?${ofDay}`,
    `/manage/orders?from=${today.slice(0, 7)}-01&to=${today}`,
    '/manage/userProducts?type=subscribe&state=Available',
    '/manage/subscriptions',
    '/manage/userProducts?type=subscribe&state=Complete&sort=endsAt%2Cdesc',
    '/manage/subscriptions',
  ])
  await chart(page, '이번 달 집계')
    .getByText(/^중지 \d+ · 결제 실패 \d+ · 그 밖 \d+$/)
    .waitFor()

  const recent = chart(page, '방금 온 차량').getByRole('listitem')
  expect(await recent.nth(0).innerText()).toContain('강남점')
  expect(await recent.nth(1).innerText()).toMatch(/어제 \d\d:\d\d/)

  await page.emulateMedia({ forcedColors: 'active' })
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const bar = chart(page, '시간대별 방문').locator('button > span:not([data-partial])').first()
  expect(await bar.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(canvas)
  for (const line of await page.locator('main polyline').all()) {
    expect(await line.evaluate((element) => getComputedStyle(element).stroke)).not.toBe(canvas)
  }
})

test('the day is shown hour by hour beside the same day of the week before, as a chart and as a table', async () => {
  const { page } = await openHome(({ visit }) => {
    visit.visitsAt = (hour) => hour + 1
  })
  const [running, then] = [hoursUntil(Date.now()) - 1, shortDate(Date.now() - 7 * day)]
  const hours = chart(page, '시간대별 방문')
  const values = await hours
    .getByRole('group')
    .getByRole('button')
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''))
  expect(values.length).toBe(24)
  expect(values[running]).toBe(`${running}시, 지금까지 ${running + 1}대 (${then} ${running + 1}대)`)
  if (running > 0) expect(values[0]).toBe(`0시, 1대 (${then} 1대)`)
  if (running < 23) expect(values[23]).toBe(`23시, 아직이에요 (${then} 24대)`)
  await hours.getByText(shortDate(Date.now()), { exact: true }).waitFor()
  await hours.getByText(then, { exact: true }).waitFor()
  await hours.getByText('지금 시간', { exact: true }).waitFor()

  await hours.getByRole('button', { name: /^0시/ }).focus()
  await hours.getByText(values[0] ?? '', { exact: true }).waitFor()
  await hours.getByRole('button', { name: '표로 보기' }).click()
  const rows = (await hours.getByRole('row').allInnerTexts()).map(inLine)
  expect(rows[running + 1]).toBe(`${running}시 (지금 시간) ${running + 1} ${running + 1}`)
})

test('stores are ranked in one table that the address sorts, by a number of requests that does not grow with them', async () => {
  const { page, statistics } = await openHome((state) => {
    const { visit, store, statistics } = state
    const [first] = store.stores
    if (first === undefined) throw new Error('There is no store.')
    store.stores = Array.from({ length: 33 }, (_, n) => ({ ...first, id: crypto.randomUUID(), name: `${n + 1}호점` }))
    state.devices = store.stores.slice(0, 2).map(({ id }, n) => deviceOf(n + 1, { storeId: id }))
    statistics.shareOf = (at) => (at + 1) / 33
    visit.visitsAt = () => 33
  })
  const ranking = chart(page, '매장 순위')
  const rows = ranking.locator('tbody tr')
  const names = () => rows.locator('td:first-child a').allInnerTexts()
  expect((await names()).slice(0, 2)).toEqual(['33호점', '32호점'])
  expect(await rows.count()).toBe(30)
  await ranking.getByRole('button', { name: '나머지 3곳 보기' }).click()
  expect(await rows.count()).toBe(33)
  expect(statistics.visitQueries.filter((query) => query.includes('by=store')).length).toBe(7)
  // One scale: the bar of half the visits is half as long.
  const lengths = await rows
    .locator('td:nth-child(3) span > span')
    .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width))
  expect((lengths[16] ?? 0) / (lengths[0] ?? 1)).toBeCloseTo(17 / 33, 1)

  await ranking.getByRole('button', { name: '매장', exact: true }).click()
  await page.waitForURL('**/manage?sort=name%2Cdesc')
  await ranking.getByRole('button', { name: '오늘 방문' }).click()
  await ranking.getByRole('button', { name: '오늘 방문' }).click()
  await page.waitForURL('**/manage?sort=visits%2Casc')
  expect((await names()).slice(0, 2)).toEqual(['1호점', '2호점'])
  expect(inLine(await rows.nth(0).innerText())).toContain('1대 연결됨')
  expect(inLine(await rows.nth(1).innerText())).toContain('1대 끊김')
  const today = dateOf(Date.now())
  const links = await rows
    .nth(0)
    .locator('a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')?.replace(/storeId=[\da-f-]+/, 'storeId')))
  const then = dateOf(Date.now() - 7 * 86_400_000)
  expect(links).toEqual([
    '/manage/statistics?storeId',
    '/manage/devices',
    `/manage/visits?storeId&from=${today}&to=${today}`,
    `/manage/visits?storeId&from=${then}&to=${then}`,
    '/manage/statistics?tab=money&range=month&storeId',
  ])
  await ranking.getByText(/여러 매장에서 쓰는 상품의 이번 달 매출 [\d,]+원은/).waitFor()
})

test('an address with a range or a store opens the statistics', async () => {
  withManagement(web.gateway)
  const page = await web.open('/manage?range=month', wide)
  await page.waitForURL('**/manage/statistics?range=month')
  await page.goto(`${web.gateway.origin}/manage?from=2026-11-01&to=2026-11-02&storeId=${stores[0]?.id}`)
  await page.waitForURL(`**/manage/statistics?from=2026-11-01&to=2026-11-02&storeId=${stores[0]?.id}`)
  await page.getByRole('heading', { level: 1, name: '통계' }).waitFor()
})

test('figures update while visits arrive, at most every five seconds, and the latest visits never move by themselves', async () => {
  const { page, visit: state, statistics } = await openHome()
  const recent = chart(page, '방금 온 차량')
  const names = () => recent.getByRole('listitem').allInnerTexts()
  const shown = await names()
  expect(shown.length).toBe(6)
  const counted = () => statistics.visitQueries.filter((query) => query.includes('by=hour')).length
  const [before, begun] = [counted(), performance.now()]
  state.visitsAt = () => 5
  const arrived = Array.from({ length: 30 }, () => visitOf(0, { id: crypto.randomUUID(), name: '새손님' }))
  for (const visit of arrived) {
    web.gateway.send(eventOf(visit))
    await page.waitForTimeout(70)
  }
  await recent.getByRole('button', { name: /새 방문 \d+건 보기/ }).waitFor()
  await figures(page)
    .getByText(`${5 * hoursUntil(Date.now())}대`, { exact: true })
    .waitFor()
  const seconds = (performance.now() - begun) / 1_000
  expect(counted() - before).toBeLessThanOrEqual(2 + seconds / 5)
  expect(await names()).toEqual(shown)

  web.gateway.send(eventOf({ ...visitOf(1), name: '바뀐손님' }))
  await recent.getByText('바뀐손님').waitFor()
  state.visits = [...arrived, ...state.visits]
  await recent.getByRole('button', { name: /새 방문 \d+건 보기/ }).click()
  await recent.getByText('새손님').first().waitFor()
  await recent.getByRole('link').first().click()
  await page.waitForURL(/\/manage\/visits\/[\da-f-]{36}$/)
})

test('the page says how old its figures are, and keeps them if they cannot be loaded again', async () => {
  const { page, statistics } = await openHome()
  const lead = page.locator('header p').filter({ hasText: '기준' })
  expect(await lead.innerText()).toMatch(/\d일 [월화수목금토일]요일 · \d\d:\d\d 기준$/)
  statistics.asOf = () => Date.now() - 4 * minute
  await page.reload()
  await eventually(() => lead.innerText()).toMatch(/\(4분 전\) 기준$/)
  await settled(page)

  for (const each of ['money', 'uses', 'visits', 'subscriptions']) {
    web.gateway.answers[`GET /admin/api/statistics/${each}`] = () => ({ status: 503 })
  }
  const asked = web.gateway.calls.length
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await eventually(() => web.gateway.calls.slice(asked).filter((call) => call.endsWith('/money')).length).toBe(3)
  await settled(page)
  await figures(page)
    .getByText(/^[\d,]+원$/)
    .first()
    .waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('figures that were never loaded are missed once for each group, and can be requested again', async () => {
  const { statistics: _ } = withManagement(web.gateway)
  const answer = web.gateway.answers['GET /admin/api/statistics/money']
  web.gateway.answers['GET /admin/api/statistics/money'] = () => ({ status: 503 })
  const page = await web.open('/manage', wide)
  const failures = page.getByRole('alert')
  await eventually(() => failures.count()).toBe(2) // above the chart, and instead of the ranking
  if (answer) web.gateway.answers['GET /admin/api/statistics/money'] = answer
  await failures.first().getByRole('button', { name: '다시 시도' }).click()
  await figures(page)
    .getByText(/^[\d,]+원$/)
    .first()
    .waitFor()
})

test('new visits are announced once a minute at most, and not at all after they were switched off', async () => {
  const { visit: state } = withManagement(web.gateway)
  const page = await web.open('/manage', { ...wide, prepare: (opened) => opened.clock.install() })
  await page.getByText('실시간 연결됨').waitFor()
  const said: string[] = []
  await page.exposeFunction('heard', (text: string) => said.push(text))
  await page.evaluate(() => {
    const region = document.querySelector('p[role=status][aria-live=polite]')
    if (region)
      new MutationObserver(() => Reflect.get(window, 'heard')(region.textContent)).observe(region, {
        subtree: true,
        childList: true,
        characterData: true,
      })
  })
  const arrive = (from: number, count: number) => {
    for (let n = from; n < from + count; n += 1)
      web.gateway.send(eventOf(visitOf(500 + n, { recognizedAt: new Date().toISOString() })))
  }
  for (let round = 0; round < 8; round += 1) {
    arrive(round, 1)
    await page.clock.runFor(6_000)
  }
  await eventually(() => said.filter((text) => text.includes('새 방문이')).length).toBe(1)
  await page.clock.runFor(60_000)
  await eventually(() => said.filter((text) => text.includes('새 방문이')).length).toBe(2)
  await page.getByRole('button', { name: '계정' }).click()
  await page.getByRole('button', { name: '끄기' }).click()
  arrive(20, 3)
  await page.clock.runFor(120_000)
  expect(said.filter((text) => text.includes('새 방문이')).length).toBe(2)
  expect(state.visits.length).toBeGreaterThan(0)
})
