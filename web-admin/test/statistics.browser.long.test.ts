import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { stores, withManagement } from './manage-gateway.ts'

const web = withConsole()
const sizes = [
  { width: 360, height: 740 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
]
const dayOf = (at: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul', dateStyle: 'short' }).format(at)
const day = 86_400_000

async function openStatistics(search = '', change = (_: ReturnType<typeof withManagement>['visit']) => {}) {
  const { visit: state } = withManagement(web.gateway)
  change(state)
  const page = await web.open(`/manage/statistics${search}`, wide)
  await page.getByText('실시간 연결됨').waitFor()
  await settled(page)
  return { page, state }
}
/** Waits until nothing is loading. */
async function settled(page: Page) {
  await page.waitForLoadState('networkidle')
  await eventually(() => page.locator('[aria-busy=true]').count()).toBe(0)
}
const chart = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const figures = (page: Page) => page.getByRole('region', { name: '기간 집계' })

test('a week is shown in figures and charts, with keyboard navigation and as tables', async () => {
  const { page, state } = await openStatistics()
  const said = await figures(page).innerText()
  // Seven days of 26 visits, of which the last is not over, and the seven days before up to the same time.
  expect(said).toMatch(
    /방문\s+1[5-8]\d대\s+비교 기간과 같아요\s+\d+월 \d+일 \(.\) – \d+월 \d+일 \(.\) 같은 때까지 1[5-8]\d대/,
  )
  expect(said).toMatch(/재방문\s+50% · \d+대[\s\S]*미등록 차량[\s\S]*평균 머문 시간\s+–/)
  const today = dayOf(Date.now())
  const asked = state.counts.map((query) => new URLSearchParams(query)).map((query) => query.get('from'))
  expect(asked).toContain(dayOf(Date.now() - 6 * day))
  expect(asked).toContain(today)

  await chart(page, '요일과 시간대별 방문')
    .getByText(/^0대\s*\d+대$/)
    .waitFor()
  const hours = chart(page, '시간대별 방문')
  await hours.getByText('17시에 가장 많아요, 28대').waitFor()
  expect(await hours.getByRole('button', { name: /시, \d+대$/ }).count()).toBe(24)
  await hours.getByRole('button', { name: '표로 보기' }).focus()
  await page.keyboard.press('Tab')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(await focused()).toBe('0시, 0대')
  for (const key of ['ArrowRight', 'ArrowRight', 'End', 'ArrowLeft']) await page.keyboard.press(key)
  expect(await focused()).toBe('22시, 0대')
  // The value is shown at its bar until Escape.
  await hours.getByText('22시, 0대').waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => hours.getByText('22시, 0대').count()).toBe(0)
  // One tab stop: Tab leaves it, Shift+Tab returns to the last value.
  await page.keyboard.press('Tab')
  expect(await focused()).toBeNull()
  await page.keyboard.press('Shift+Tab')
  expect(await focused()).toBe('22시, 0대')

  // Both periods have their days, and the day that is not over is marked.
  const daily = chart(page, '일별 방문')
  const legend = await daily.innerText()
  expect(legend.match(/\d+월 \d+일 \([월화수목금토일]\) – \d+월 \d+일 \([월화수목금토일]\)/g)?.length).toBe(2)
  expect(legend).toContain('끝나지 않은 구간')
  await daily.getByRole('button', { name: /, 지금까지 \d+대 \(\d+월 \d+일 \(.\) 26대\)$/ }).waitFor()

  const map = chart(page, '요일과 시간대별 방문')
  await map.getByText('월요일 17시에 가장 많아요, 4대').waitFor()
  await map.getByRole('button', { name: '월요일 0시, 0대' }).focus()
  for (const key of ['ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
  expect(await focused()).toBe('화요일 1시, 0대')

  for (const [title, cells] of [
    ['시간대별 방문', '17시 28대'],
    ['요일과 시간대별 방문', '일 0 0'],
    ['일별 방문', '26대 26대'],
    ['매장별 방문', '강남점'],
  ] as const) {
    await chart(page, title).getByRole('button', { name: '표로 보기' }).click()
    await eventually(() => chart(page, title).getByRole('table').innerText().then(inLine)).toContain(cells)
  }
  await page.evaluate(() => scrollTo(0, 0)) // the fixed bar hides a part of what is below it
  expect(await violationsOf(page)).toEqual(noViolations)
  expect(web.logOf(page).filter((line) => /^(error|warning|pageerror)/.test(line))).toEqual([])
})
const inLine = (text: string) => text.replaceAll(/\s+/g, ' ')

test('tab, bucket, group and comparison are in the address, and a reload shows the same', async () => {
  const { page } = await openStatistics('?from=2025-11-01&to=2026-10-31')
  await page.getByRole('button', { name: '매출', exact: true }).click()
  await page.getByLabel('묶음').selectOption('월별')
  await page.getByLabel('나누기').selectOption('결제 수단')
  await page.getByLabel('비교').selectOption('작년')
  await page.waitForURL(
    '**/manage/statistics?from=2025-11-01&to=2026-10-31&tab=money&by=month&group=method&compareWith=lastYear',
  )
  const shown = async () => {
    await settled(page)
    const [money, methods] = [chart(page, '월별 순매출'), chart(page, '결제 수단별 순매출')]
    expect(await money.locator('fieldset button').count()).toBe(12)
    expect(inLine(await methods.innerText())).toMatch(/카드[이가] 가장 많아요.*간편결제/)
    return inLine(await figures(page).innerText())
  }
  const before = await shown()
  expect(before).toMatch(/순매출 [\d,]+원 비교 기간과 같아요/)
  await page.reload()
  expect(await shown()).toBe(before)
  await page.getByRole('button', { name: '이용', exact: true }).click()
  await page.waitForURL('**/manage/statistics?from=2025-11-01&to=2026-10-31&tab=uses&by=month&compareWith=lastYear')
  await chart(page, '매장별 이용').getByText('강남점').first().waitFor()
})

test('range and store are in the address', async () => {
  const { page, state } = await openStatistics()
  await page.getByRole('button', { name: '오늘' }).click()
  await page.waitForURL('**/manage/statistics?range=today')
  await settled(page)
  await chart(page, '시간별 방문').waitFor()
  expect(await chart(page, '일별 방문').count()).toBe(0)

  await page.getByRole('button', { name: '기간 선택' }).click()
  await page.waitForURL(/from=/)
  await settled(page)
  const [address, trail] = [page.url(), await page.evaluate(() => history.length)]
  await page.getByLabel('시작일').fill('0202-11-01')
  expect([await page.getByLabel('시작일').inputValue(), page.url()]).toEqual(['0202-11-01', address])
  await page.getByLabel('시작일').fill('2026-11-01')
  await page.getByLabel('종료일').fill('2026-11-02')
  await page.getByLabel('종료일').press('Enter')
  await page.waitForURL('**/manage/statistics?from=2026-11-01&to=2026-11-02')
  await settled(page)
  expect(await page.evaluate(() => history.length)).toBe(trail)
  await page.getByLabel('종료일').fill('')
  await page.getByLabel('시작일').focus()
  expect(await page.getByLabel('종료일').inputValue()).toBe('2026-11-02') // the end cannot be emptied
  await figures(page).getByText('52대', { exact: true }).waitFor()
  await figures(page).getByText('비교 기간과 같아요').first().waitFor()

  await page.getByLabel('매장', { exact: true }).selectOption('분당점')
  await settled(page)
  const { searchParams } = new URL(page.url())
  expect(searchParams.get('storeId')).toBe(stores[1]?.id)
  expect(state.counts.filter((query) => query.includes(`storeId=${stores[1]?.id}`)).length).toBeGreaterThan(0)

  await page.goBack()
  await page.goBack()
  await eventually(() => new URL(page.url()).searchParams.get('storeId')).toBeNull()
  await page.goto(`${web.gateway.origin}/manage/statistics?from=2020-01-01&to=2026-11-02`)
  await page.getByText('한 번에 5년까지 볼 수 있어서').waitFor()
  await page.getByText('2021년 11월 2일 (화)').first().waitFor()
  await eventually(() => chart(page, '월별 방문').locator('fieldset button').count()).toBe(61)
  expect(await chart(page, '시간대별 방문').count()).toBe(0) // its hours are of at most a year
})

test('axe finds nothing at any width, also without data', async () => {
  const { page } = await openStatistics('', (state) => {
    state.visitsAt = () => 0
    state.visits = []
  })
  await chart(page, '시간대별 방문').getByText('이 기간에는 방문이 없어요').waitFor()
  for (const viewport of sizes) {
    await page.setViewportSize(viewport)
    expect(await violationsOf(page)).toEqual(noViolations)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect([viewport.width, width]).toEqual([viewport.width, viewport.width])
  }
})

test('the page shows the time of its figures, not the current time', async () => {
  const { page } = await openStatistics('?range=today')
  const lead = page.locator('main p').filter({ hasText: /기준$/ })
  const before = await lead.innerText()
  for (const call of ['GET /admin/api/visits/stats', 'GET /admin/api/statistics/visits']) {
    web.gateway.answers[call] = () => ({ status: 503 })
  }
  await page.clock.install({ time: Date.now() + 180_000 })
  await page.clock.runFor(60_000)
  expect(await lead.innerText()).toBe(before)
})

test('in high contrast the charts are drawn', async () => {
  withManagement(web.gateway)
  const page = await web.open('/manage/statistics?range=week', { ...wide, forcedColors: 'active' })
  await settled(page)
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const bar = chart(page, '시간대별 방문').locator('button span').nth(17)
  expect(await bar.evaluate((element) => getComputedStyle(element).backgroundColor)).not.toBe(canvas)
  const cells = chart(page, '요일과 시간대별 방문').locator('button span')
  const colours = await cells.evaluateAll(
    (all) => new Set(all.map((cell) => getComputedStyle(cell).backgroundColor)).size,
  )
  expect(colours).toBeGreaterThan(1)
  const curve = chart(page, '일별 방문').locator('polyline').last()
  expect(await curve.evaluate((element) => getComputedStyle(element).stroke)).not.toBe(canvas)
})

test('stores are counted by one request, the most visited first, and a failure is shown in its chart', async () => {
  const { visit, store, statistics } = withManagement(web.gateway)
  const [one] = store.stores
  if (one === undefined) throw new Error('There is no store.')
  store.stores = Array.from({ length: 30 }, (_, n) => ({ ...one, id: crypto.randomUUID(), name: `${n + 1}호점` }))
  statistics.shareOf = (at) => (at + 1) / 30
  visit.visitsAt = () => 300 // so that the stores also differ in the first hour of a day
  const page = await web.open('/manage/statistics?range=today', wide)
  const byStore = chart(page, '매장별 방문')
  await byStore.getByText('30호점이 가장 많아요').waitFor()
  const shown = await byStore.getByRole('button', { name: '호점' }).allInnerTexts()
  expect([shown.length, shown[0]?.split('\n')[0]]).toEqual([30, '30호점'])
  expect(statistics.visitQueries.filter((query) => query.includes('by=store')).length).toBe(1)

  const answer = web.gateway.answers['GET /admin/api/statistics/money']
  web.gateway.answers['GET /admin/api/statistics/money'] = () => ({
    status: 503,
    error: { code: 'UNAVAILABLE', message: '잠시 연결이 어려워요.' },
  })
  await page.getByRole('button', { name: '매출', exact: true }).click()
  const earned = chart(page, '일별 순매출')
  await earned.getByRole('alert').getByText('잠시 연결이 어려워요.').waitFor()
  if (answer) web.gateway.answers['GET /admin/api/statistics/money'] = answer
  await earned.getByRole('button', { name: '다시 시도' }).click()
  await earned.getByText(/에 가장 많아요, [\d,]+원/).waitFor()
})
