import { expect, test } from 'vitest'
import { eventually, expectAccessible, wide, withConsole } from './browser.ts'
import { subscribed, withSubscriptions } from './gateway/subscriptions.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

async function openFigures(search = '', change = (_: ReturnType<typeof withSubscriptions>) => {}) {
  const { product } = withManagement(web.gateway)
  product.products = subscribed
  const state = withSubscriptions(web.gateway)
  change(state)
  const page = await web.open(`/manage/subscriptions${search}`, wide)
  await page.getByRole('heading', { level: 1, name: '구독 현황' }).waitFor()
  await eventually(() => page.locator('[aria-busy=true]').count()).toBe(0)
  return { page, state, panel: (title: string) => page.getByRole('region', { name: title, exact: true }) }
}
const inLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

test('subscriptions are shown now, by month and by product, with what members hold behind each product', async () => {
  const { page, state, panel } = await openFigures()
  // The last month began with 190, and 14 of them ended in it.
  expect(inLine(await panel('지금의 구독').innerText())).toBe(
    '이용 중인 구독 200개 지난달 말 190개 월 구독료 7,000,000원 지난달 말 6,650,000원 ' +
      '이번 달에 시작 24개 지난달 24개 이번 달 해지율 7.4% 14개 끝남 · 지난달 7.8%',
  )
  const months = panel('월별 구독').getByRole('row')
  expect(await months.count()).toBe(1 + 12)
  expect(inLine(await months.nth(1).innerText())).toMatch(/^\d{4}년 \d+월 진행 중 200 24 8 4 1 1 7.4% 7,000,000원$/)
  // Also the first month has its churn, from the one before it.
  expect(inLine(await months.last().innerText())).toMatch(/^\d{4}년 \d+월 90 24 8 4 1 1 17.5% 3,150,000원$/)

  const products = panel('상품별 구독')
  expect(inLine(await products.getByRole('row').nth(1).innerText())).toBe('실내 세차 정기권 200 24 14 7,000,000원')
  expect(inLine(await products.getByRole('row').nth(2).innerText())).toMatch(/^프리미엄 정기 세차권 100/)

  await page.getByLabel('기간').selectOption('최근 6개월')
  await page.waitForURL('**/manage/subscriptions?range=half')
  await eventually(() => months.count()).toBe(1 + 6)
  await page.getByLabel('상품', { exact: true }).selectOption('프리미엄 정기 세차권')
  await page.waitForURL(/productId=/)
  await eventually(
    () => state.queries.filter((query) => query.includes(`productId=${subscribed[0]?.id}`)).length,
  ).toBeGreaterThan(1)
  await panel('시작한 달별 유지율 (모든 상품)').waitFor()
  await products.getByRole('link', { name: '프리미엄 정기 세차권' }).click()
  await page.waitForURL(`**/manage/userProducts?productId=${subscribed[0]?.id}&state=Available`)
})

test('cohorts show the share of members who stay, and nothing for months that are not over', async () => {
  const { page, panel } = await openFigures()
  const cohorts = panel('시작한 달별 유지율').getByRole('row')
  const row = async (n: number) => inLine(await cohorts.nth(n).innerText())
  expect(await row(0)).toBe('처음 구독한 달 시작한 회원 1개월 뒤 2개월 뒤 3개월 뒤 6개월 뒤 12개월 뒤')
  expect(await row(1)).toMatch(/월 40명$/)
  expect(await row(3)).toMatch(/월 40명 92.5%$/)
  expect(await row(12)).toMatch(/월 40명 92.5% 85% 77.5% 55%$/)
  const shares = page.locator('span[title="37명"], span[title="22명"]')
  const colours = await shares.evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundColor))
  expect(new Set(colours).size).toBe(2)
  await expectAccessible(page)
})

test('each table is saved as CSV with the query that it shows', async () => {
  const { page, state, panel } = await openFigures('?range=half')
  const shown = [...state.queries]
  for (const [title, file, path] of [
    ['월별 구독', '월별-구독', 'subscriptions'],
    ['상품별 구독', '상품별-구독', 'subscriptions'],
    ['시작한 달별 유지율', '구독-유지율', 'cohorts'],
  ] as const) {
    const saving = page.waitForEvent('download')
    await panel(title).getByRole('button', { name: 'CSV 내보내기' }).click()
    expect((await saving).suggestedFilename()).toMatch(new RegExp(`^${file}-\\d{4}-\\d{2}-\\d{2}\\.csv$`))
    expect(state.queries.at(-1)).toContain(`/statistics/${path}/export?`)
  }
  const exported = state.queries.slice(-3).map((query) => query.replace('/export', ''))
  expect(shown).toContain(exported[1])
  expect(shown).toContain(exported[2])
  // The first month is loaded for the churn of the next one only.
  expect(exported[0]).not.toBe(shown.find((query) => query.includes('by=month')))
})

test('without subscriptions the tables say so, and figures that could not be loaded can be tried again', async () => {
  const none = { active: 0, started: 0, endedByStop: 0, endedByDunning: 0, endedByLeave: 0, endedOtherwise: 0 }
  const { page, panel } = await openFigures('', (state) => {
    state.figuresOf = () => ({ ...none, monthlyRevenue: 0 })
    state.began = 0
  })
  await panel('시작한 달별 유지율').getByText('아직 구독을 시작한 회원이 없어요').waitFor()
  expect(inLine(await panel('지금의 구독').innerText())).toContain('이번 달 해지율 – 0개 끝남 · 지난달 –')

  const answer = web.gateway.answers['GET /admin/api/statistics/cohorts']
  web.gateway.answers['GET /admin/api/statistics/cohorts'] = () => ({
    status: 503,
    error: { code: 'UNAVAILABLE', message: '잠시 연결이 어려워요.' },
  })
  await page.getByLabel('기간').selectOption('최근 24개월')
  await page.getByRole('alert').getByText('잠시 연결이 어려워요.').waitFor()
  if (answer) web.gateway.answers['GET /admin/api/statistics/cohorts'] = answer
  await page.getByRole('button', { name: '다시 시도' }).click()
  await page.getByRole('alert').waitFor({ state: 'detached' })
  await panel('시작한 달별 유지율').getByText('아직 구독을 시작한 회원이 없어요').waitFor()
})
