import { expect, test } from 'vitest'
import { eventually, expectAccessible, noViolations, openFilters, violationsOf, wide, withConsole } from './browser.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

async function openCoupons(path = '/manage/coupons') {
  const { coupon: state, order } = withManagement(web.gateway)
  const page = await web.open(path, wide)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, state, order, dialog: page.getByRole('dialog') }
}

test('coupons are listed with what they deduct and were used for, also on a phone', async () => {
  const { page, state } = await openCoupons()
  const rows = page.locator('tbody tr')
  await rows.getByText('첫 달 반값').waitFor()
  expect(await rows.nth(0).innerText()).toMatch(
    /첫 달 반값\s+사용 중\s+WELCOME2026\s+50%, 최대 20,000원\s+312 \/ 1,000번\s+5,460,000원\s+2027년 12월 31일까지/,
  )
  expect(await rows.nth(1).innerText()).toMatch(/주말 할인\s+끝남\s+자동 적용\s+3,000원\s+312번/)
  await openFilters(page)
  await page.getByLabel('상태').selectOption('끝남')
  await eventually(() => state.queries.at(-1)).toContain('state=ended')
  await expectAccessible(page)
})

test('a coupon is created by amount or percentage, and its fields are checked before', async () => {
  const { page, state } = await openCoupons('/manage/coupons/new')
  await page.getByLabel('이름', { exact: true }).fill('가을 세차')
  await page.getByRole('button', { name: '저장' }).click()
  await page.locator('p').getByText('할인 금액이나 할인율을 입력해 주세요.').waitFor()
  expect(state.writes).toEqual([])
  await page.getByLabel('할인 방법').selectOption('비율')
  await page.getByLabel('할인율').fill('30')
  await page.getByLabel('최대 할인 금액').fill('10000')
  await page.getByLabel('코드', { exact: true }).fill('AUTUMN')
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.getByRole('button', { name: '저장' }).click()
  await page.locator('tbody').getByText('가을 세차').waitFor()
  expect(state.writes).toMatchObject([
    {
      ...{ name: '가을 세차', code: 'AUTUMN', discountPercent: 30, maximumDiscount: 10_000, discountWon: null },
      ...{ payments: 1, limitTotal: null, limitPerMember: 1, productIds: [], storeIds: [] },
    },
  ])
})

test('a coupon is changed by its fields alone, shows its orders, ends, and is not deleted once it was used', async () => {
  const { page, state, order, dialog } = await openCoupons('/manage/coupons/019aa000-0033-7000-8000-000000000001')
  await page.getByRole('definition').getByText('WELCOME2026').waitFor()
  await page.getByLabel('전체 사용 수').fill('2000')
  await page.getByRole('button', { name: '저장' }).click()
  await eventually(() => state.writes).toEqual([{ limitTotal: 2_000 }])
  await page.getByRole('button', { name: '종료' }).click()
  await dialog.getByRole('button', { name: '종료' }).click()
  await page.getByText('쿠폰을 종료했어요').waitFor()
  await page.getByRole('definition').getByText('끝남').waitFor()
  await page.getByRole('button', { name: '삭제' }).click()
  await dialog.getByRole('button', { name: '삭제' }).click()
  await dialog.getByText('처리하지 못했어요').waitFor()
  await dialog.getByRole('button', { name: '취소' }).click()
  await expectAccessible(page)
  await page.setViewportSize(wide.viewport)
  await page.getByRole('link', { name: '이 쿠폰을 쓴 주문 보기' }).click()
  await page.getByRole('heading', { name: '주문·결제', level: 1 }).waitFor()
  await eventually(() => order.queries.at(-1)).toContain('couponId=019aa000-0033-7000-8000-000000000001')
  await page.getByRole('button', { name: /쿠폰 하나만 보는 중/ }).click()
  await eventually(() => order.queries.at(-1)).not.toContain('couponId')
})
