import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, noViolations, sendDeletions, violationsOf, withConsole } from './browser.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()
const wide = { viewport: { width: 1366, height: 768 }, reducedMotion: 'reduce' as const }

const productId = '019aa000-0010-7000-8000-000000000001'

async function openProducts(path = '/manage/products') {
  const { product: state } = withManagement(web.gateway)
  const page = await web.open(path, { ...wide, signedIn: true })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, state }
}
const names = (page: Page) => page.locator('a[data-row]').allInnerTexts()

test('products are reordered by one request, sold by a switch, and deleting one with a price requires its name', async () => {
  const { page, state } = await openProducts()
  await page.getByText('정기권 · 매달 · 4회 · 모든 매장').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.getByRole('button', { name: '손세차 위로' }).click()
  await page.getByText('순서를 바꿨어요').waitFor()
  await eventually(() => names(page)).toEqual(['손세차', '정기 세차권', '무료 점검'])
  expect(state.writes).toEqual([{ products: state.products.map(({ id }, displayOrder) => ({ id, displayOrder })) }])

  await page.getByRole('switch', { name: '손세차 판매' }).click()
  await eventually(() => state.writes.at(-1)).toEqual({ onSale: false })

  await page.getByRole('button', { name: '손세차 작업' }).click()
  await page.getByRole('button', { name: '삭제', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('이름 입력').fill('손세차')
  await page.keyboard.press('Enter')
  await page.getByText('손세차 삭제했어요').waitFor()
  await page.getByRole('button', { name: '실행 취소' }).click()
  await page.getByRole('button', { name: '무료 점검 작업' }).click()
  await page.getByRole('button', { name: '삭제', exact: true }).click()
  await dialog.getByRole('button', { name: '삭제' }).click()
  await page.getByText('무료 점검 삭제했어요').waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await eventually(() => state.removed).toHaveLength(1)
  expect(await names(page)).toEqual(['손세차', '정기 세차권'])
})

test('several products are taken off sale together, and those that fail stay selected', async () => {
  const { page, state } = await openProducts()
  const [, wash] = state.products
  const path = `PATCH /admin/api/products/${wash?.id}`
  web.gateway.answers[path] = () => ({ status: 404, error: { code: 'PRODUCT_NOT_FOUND' } })
  const bar = page.getByRole('group', { name: '여러 항목 처리' })
  await page.getByLabel('이 페이지 전체 선택').check()
  await bar.getByRole('button', { name: '판매 중지' }).click()
  await bar.getByText('3건 중 2건 처리, 1건 실패').waitFor()
  expect(state.writes).toEqual([{ onSale: false }, { onSale: false }])
  await eventually(() => page.getByRole('switch', { checked: true }).count()).toBe(1)
  expect(await page.getByRole('checkbox', { name: '손세차 선택' }).isChecked()).toBe(true)
  expect(await violationsOf(page)).toEqual(noViolations)

  delete web.gateway.answers[path]
  await bar.getByRole('button', { name: '판매 중지' }).click()
  await page.getByText('판매 중지: 1건을 처리했어요').waitFor()
  // The button is gone, and with it the failure of before; the focus stays among the boxes.
  const box = page.getByLabel('이 페이지 전체 선택')
  await eventually(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await bar.getByRole('alert').count()).toBe(0)
  await eventually(() => page.getByRole('switch', { checked: true }).count()).toBe(0)
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
})

test.each([
  ['계속 정기 결제', 'keep'],
  ['모두 이번 기간 끝에 해지', 'stop'],
])('deleting a product whose subscriptions renew asks whether they continue: %s', async (choice, decision) => {
  const { page, state } = await openProducts()
  const [plan] = state.products
  state.renewing.set(plan?.id ?? '', 1_200)
  await page.getByRole('button', { name: '정기 세차권 작업' }).click()
  await page.getByRole('button', { name: '삭제', exact: true }).click()
  await page.getByLabel('이름 입력').fill('정기 세차권')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '정기 결제 1,200건은 어떻게 할까요?' })
  await dialog.waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  expect(state.decisions).toEqual([])
  await dialog.getByRole('button', { name: choice }).click()
  await page.getByText('정기 세차권 삭제했어요').waitFor()
  await sendDeletions(page)
  await eventually(() => state.removed).toEqual([plan?.id])
  expect(state.decisions).toEqual([decision])
})

test('subscriptions that begin to renew before the deletion is sent bring the question back, with their number', async () => {
  const { page, state } = await openProducts()
  const [plan] = state.products
  await page.getByRole('button', { name: '정기 세차권 작업' }).click()
  await page.getByRole('button', { name: '삭제', exact: true }).click()
  await page.getByLabel('이름 입력').fill('정기 세차권')
  await page.keyboard.press('Enter')
  await page.getByText('정기 세차권 삭제했어요').waitFor()
  state.renewing.set(plan?.id ?? '', 3)
  await sendDeletions(page)
  const dialog = page.getByRole('dialog', { name: '정기 결제 3건은 어떻게 할까요?' })
  await dialog.waitFor()
  expect(await names(page)).toContain('정기 세차권')
  expect(await violationsOf(page)).toEqual(noViolations)
  await dialog.getByRole('button', { name: '모두 이번 기간 끝에 해지' }).click()
  await page.getByText('정기 세차권 삭제했어요').waitFor()
  await sendDeletions(page)
  await eventually(() => state.removed).toEqual([plan?.id])
  expect(state.decisions).toEqual([null, 'stop'])
})

test('a product is not deleted while the number of its subscriptions is unknown', async () => {
  const { page, state } = await openProducts()
  const { answers } = web.gateway
  const count = 'GET /admin/api/products/{id}/subscriptions'
  answers[count] = () => ({ status: 503, error: { code: 'UNAVAILABLE' } })
  await page.getByRole('button', { name: '무료 점검 작업' }).click()
  await page.getByRole('button', { name: '삭제', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '삭제' }).click()
  await dialog.getByRole('alert').waitFor()
  expect(await names(page)).toContain('무료 점검')
  // Products that were never ordered are unknown to the orders service.
  answers[count] = () => ({ status: 404, error: { code: 'PRODUCT_NOT_FOUND' } })
  await dialog.getByRole('button', { name: '삭제' }).click()
  await page.getByText('무료 점검 삭제했어요').waitFor()
  await sendDeletions(page)
  await eventually(() => state.decisions).toEqual([null])
})

test('a subscription is created with price, billing interval, use limit and stores', async () => {
  const { page, state } = await openProducts('/manage/products/new')
  await page.getByLabel('이름', { exact: true }).fill('프리미엄 정기권')
  await page.getByLabel('가격').fill('49000')
  await page.getByLabel('가격').blur()
  expect(await page.getByLabel('가격').inputValue()).toBe('49,000')
  expect(await page.getByLabel('결제 주기').count()).toBe(0)
  await page.getByLabel('종류').selectOption('정기권')
  await page.getByLabel('결제 주기').fill('3')
  await page.getByRole('switch', { name: '횟수 제한 없음' }).click()
  await page.getByRole('radio', { name: '고른 매장에서만' }).click()
  await page.getByText('매장을 하나 이상 골라 주세요.').waitFor()
  await page.getByRole('searchbox', { name: '매장 찾기' }).fill('분당')
  await page.getByRole('checkbox', { name: '분당점' }).check()
  await page.getByText('정기권 · 3개월마다 · 횟수 제한 없음 · 차량 1대').waitFor()
  await page.getByLabel('이용 차량 수').fill('2')
  await page.getByRole('switch', { name: '하루 제한 없음' }).click()
  await page.getByLabel('방문당 이용 횟수').fill('3')
  await page.getByLabel('무료 체험').fill('7')
  await page.getByLabel('첫 결제 금액').fill('9900')
  await page.getByLabel('약정 결제 횟수').fill('3')
  await page.getByLabel('한 해 일시정지 한도').fill('30')
  await page.getByText('무료 체험 7일 · 첫 결제 9,900원 · 약정 3회 · 한 해 30일 일시정지').waitFor()
  await page.getByText('정기권 · 3개월마다 · 횟수 제한 없음 · 차량 2대 · 하루 1회 · 방문당 3회까지').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await violationsOf(page)).toEqual(noViolations)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.getByRole('button', { name: '저장' }).click()
  await page.getByText('등록했어요').waitFor()
  expect(state.writes).toMatchObject([
    {
      ...{ name: '프리미엄 정기권', type: 'subscribe', price: 49_000, billingMonths: 3, imageId: null },
      ...{ useLimit: null, carLimit: 2, usesPerDay: 1, usesPerStay: 3, validityDays: null },
      ...{ trialDays: 7, firstPeriodPrice: 9_900, commitmentPeriods: 3, pauseDaysPerYear: 30 },
    },
  ])
  expect(state.writes[0]).toHaveProperty('storeIds.length', 1)
  await page.getByRole('link', { name: '프리미엄 정기권' }).click()
  await page.getByLabel('이름', { exact: true }).fill('프리미엄')
  await page.getByRole('button', { name: '저장' }).click()
  await page.getByText('저장했어요').waitFor()
  expect(state.writes.at(-1)).toEqual({ name: '프리미엄' })
})

test('an edit conflict shows both values, and fields that only the other side changed are taken over', async () => {
  const { page, state } = await openProducts()
  await page.getByRole('link', { name: '정기 세차권' }).click()
  await page.getByLabel('가격').fill('39000')
  state.products = state.products.map((each) =>
    each.name === '정기 세차권' ? { ...each, price: 33_000, description: '매주 한 번' } : each,
  )
  state.version += 1
  await page.getByRole('button', { name: '저장' }).click()
  const dialog = page.getByRole('dialog', { name: '다른 관리자가 먼저 저장했어요' })
  await dialog.getByText('33,000').waitFor()
  await dialog.getByText('39,000').waitFor()
  await dialog.getByText('다른 관리자가 바꾼 항목은 그대로 받았어요. (설명)').waitFor()
  await dialog.getByLabel('내 값').check()
  await dialog.getByRole('button', { name: '이대로 저장' }).click()
  await page.getByText('저장했어요').waitFor()
  expect(state.products[0]).toMatchObject({ price: 39_000, description: '매주 한 번' })
  expect(state.writes).toEqual([{ price: 39_000 }, { price: 39_000 }])
})

test('a concurrently changed order of products is not overwritten', async () => {
  const { page, state } = await openProducts()
  await page.getByRole('button', { name: '손세차 위로' }).waitFor()
  state.products = state.products.toReversed()
  state.version += 1
  await page.getByRole('button', { name: '손세차 위로' }).click()
  await page.getByText('순서를 바꾸지 못했어요').waitFor()
  await eventually(() => names(page)).toEqual(['무료 점검', '손세차', '정기 세차권'])
})

test('a product for chosen stores needs at least one, and can be set back to all stores', async () => {
  const { page, state } = await openProducts()
  await page.getByRole('link', { name: '손세차' }).click()
  const every = page.getByRole('radio', { name: '모든 매장' })
  const some = page.getByRole('radio', { name: '고른 매장에서만' })
  await some.check()
  await page.getByRole('button', { name: '저장' }).click()
  const find = page.getByRole('searchbox', { name: '매장 찾기' })
  await eventually(() => find.getAttribute('aria-invalid')).toBe('true')
  await eventually(() => find.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await page.getByText('매장을 하나 이상 골라 주세요.').getAttribute('data-fault')).toBe('true')
  expect(state.writes).toEqual([])
  expect(await violationsOf(page)).toEqual(noViolations)

  await page.getByRole('button', { name: '되돌리기' }).click()
  await eventually(() => every.isChecked()).toBe(true)
  expect(await find.count()).toBe(0)

  await some.check()
  const gangnam = page.getByRole('checkbox', { name: '강남점' })
  await gangnam.check()
  await gangnam.uncheck()
  expect(await some.isChecked()).toBe(true)
  await page.getByRole('button', { name: '저장' }).click()
  await eventually(() => find.getAttribute('aria-invalid')).toBe('true')
  await gangnam.check()
  await page.getByRole('button', { name: '저장' }).click()
  await page.getByText('저장했어요').waitFor()
  expect(state.writes).toEqual([{ storeIds: [expect.any(String)] }])
  expect(await some.isChecked()).toBe(true)
})

test('a higher price of running subscriptions is announced, its answers are shown, and it is withdrawn', async () => {
  const { page, state } = await openProducts(`/manage/products/${productId}`)
  await page.getByRole('button', { name: '요금 변경 예고' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('새 요금 (원)').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await dialog.getByRole('button', { name: '요금 변경 예고' }).click()
  await dialog.getByText('새 요금을 숫자로 입력해 주세요.').waitFor()
  await dialog.getByLabel('새 요금 (원)').fill('39000')
  await dialog.getByLabel('적용하는 날').fill('2027-09-01')
  await dialog.getByRole('button', { name: '요금 변경 예고' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(state.writes).toEqual([{ kind: 'raise', price: 39_000, fromDate: '2027-09-01' }])
  await page.getByText('인상 · 39,000원 · 2027년 9월 1일부터').waitFor()
  expect(await page.getByRole('link', { name: '75건' }).getAttribute('href')).toContain('priceConsent=accepted')
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.getByRole('button', { name: '요금 변경 철회' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '요금 변경 철회' }).click()
  await page.getByText('철회함').waitFor()
})
