import { expect, test } from 'vitest'
import { eventually, expectAccessible, wide, withConsole } from './browser.ts'
import { stores, withManagement } from './manage-gateway.ts'

const web = withConsole()
const day = 86_400_000
const dateOf = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(0, 'YYYY-MM-DD'.length)
const yesterday = dateOf(Date.now() - day)
const inLine = (text: string) => text.replaceAll(/\s+/g, ' ')

async function openClosing(search: string, change = (_: ReturnType<typeof withManagement>) => {}) {
  const state = withManagement(web.gateway)
  change(state)
  const page = await web.open(`/manage/closing${search}`, wide)
  await page.getByRole('heading', { level: 1, name: '일일 마감' }).waitFor()
  await page.waitForLoadState('networkidle')
  await eventually(() => page.locator('[aria-busy=true]').count()).toBe(0)
  const rows = async (title: string) =>
    (await page.getByRole('region', { name: title, exact: true }).first().getByRole('row').allInnerTexts()).map(inLine)
  return { page, rows, ...state }
}

test('a day has its visits, uses by product, sales by method, refunds, and agrees with the provider', async () => {
  const { page, rows } = await openClosing(`?date=${yesterday}`)
  expect((await rows('방문')).at(-1)).toBe('방문 26대')
  expect(await rows('상품별 이용')).toEqual([
    '상품 이용 직접 처리 되돌림',
    '정기 세차권 10회 1회 0회',
    '손세차 3회권 3회 0회 0회',
    '합계 13회 1회 0회',
  ])
  expect(await rows('결제 수단별 매출')).toEqual([
    '결제 수단 결제 결제 금액 환불 금액 매출',
    '카드 18건 612,000원 38,250원 573,750원',
    '간편결제 6건 204,000원 12,750원 191,250원',
    '합계 24건 816,000원 51,000원 765,000원',
  ])
  expect(await rows('결제사와 비교')).toContain('결제 816,000원 816,000원 0원')
  await page.getByText('결제사의 기록과 같아요.').waitFor()
  await expectAccessible(page)
})

test('differences to the provider are listed with their orders, also if the comparison is not complete', async () => {
  const orderId = '019aa000-0006-7000-8000-000000000001'
  const payment = { movement: 'paid', paymentUid: 'imp_1', merchantUid: 'kc_1', orderId: null } as const
  const { page, rows } = await openClosing(`?date=${yesterday}`, ({ statistics }) => {
    statistics.settlement = {
      complete: false,
      differenceCount: 3,
      differences: [
        { ...payment, kind: 'missingHere', providerAmount: 39_000, ownAmount: 0 },
        { ...payment, kind: 'otherAmount', movement: 'refunded', orderId, providerAmount: 3_000, ownAmount: 5_000 },
      ],
    }
  })
  await page.getByText('다른 결제가 3건 있어요. 금액이 큰 2건만 보여 드려요.').waitFor()
  await page.getByText('비교가 끝나지 않았어요').waitFor()
  expect(await rows('다른 결제가 3건 있어요. 표')).toEqual([
    '이유 결제 번호 결제사 킹카 차이',
    '결제 · 결제사에만 있어요 kc_1 39,000원 0원 39,000원',
    '환불 · 금액이 달라요 kc_1 3,000원 5,000원 -2,000원',
  ])
  expect(await page.getByRole('link', { name: 'kc_1' }).getAttribute('href')).toBe(`/manage/orders/${orderId}`)
  expect(await page.getByText('결제사의 기록과 같아요.').count()).toBe(0)
  await expectAccessible(page)
})

test('day and store are in the address; today is not over, and a day too long ago has no comparison', async () => {
  const { page, statistics } = await openClosing('')
  await page.getByText(/^아직 끝나지 않은 날이에요/).waitFor()
  await page.getByLabel('마감할 날').fill(yesterday)
  await page.getByLabel('마감할 날').press('Enter')
  await page.waitForURL(`**/manage/closing?date=${yesterday}`)
  await page.getByText(/기준이에요\.$/).waitFor()
  await page.getByLabel('매장', { exact: true }).selectOption('분당점')
  await page.waitForURL(/storeId=/)
  await page.locator('header p').filter({ hasText: '분당점' }).waitFor()
  await page.getByText('결제사와 비교 (전체 매장)').waitFor()
  await eventually(() => statistics.visitQueries.at(-1)).toContain(`storeId=${stores[1]?.id}`)

  await page.goto(`${web.gateway.origin}/manage/closing?date=2020-01-01`)
  await page.getByText('결제사는 최근 90일까지만 알려 줘서 비교할 수 없어요.').waitFor()
  expect(web.gateway.calls.filter((call) => call.includes('settlement')).length).toBe(2)
})

test('on A4 the closing has no controls, nothing is cut off, and there is a line to sign', async () => {
  const { page } = await openClosing(`?date=${yesterday}`)
  expect(await page.getByText('서명').isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 703, height: 1000 }) // A4 without margins
  expect(await page.locator('main').getByRole('button').filter({ visible: true }).count()).toBe(0)
  expect(await page.getByLabel('마감할 날').isVisible()).toBe(false)
  expect(await page.getByText('서명').isVisible()).toBe(true)
  const cut = await page
    .locator('main table')
    .evaluateAll((all) => all.filter((table) => table.getBoundingClientRect().right > innerWidth).length)
  expect(cut).toBe(0)
  const pages = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g)
  expect(pages?.length).toBe(1)
})

test('a part that cannot be loaded says so and does not take the others with it', async () => {
  const { page } = await openClosing(`?date=${yesterday}`)
  const answer = web.gateway.answers['GET /admin/api/statistics/settlement']
  web.gateway.answers['GET /admin/api/statistics/settlement'] = () => ({ status: 503 })
  await page.reload()
  const failure = page.getByRole('alert')
  await failure.getByText('결제사와 비교를 불러오지 못했어요').waitFor()
  await page.getByText('816,000원').first().waitFor()
  if (answer) web.gateway.answers['GET /admin/api/statistics/settlement'] = answer
  await failure.getByRole('button', { name: '다시 시도' }).click()
  await page.getByText('결제사의 기록과 같아요.').waitFor()
})
