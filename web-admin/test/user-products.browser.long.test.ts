import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  eventually,
  expectAccessible,
  exportList,
  exportMasks,
  loseAnswer,
  noViolations,
  openFilters,
  violationsOf,
  wide,
  withConsole,
} from './browser.ts'
import { ordered } from './gateway/orders.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

async function openList(path: string) {
  const { order: state, product, member } = withManagement(web.gateway)
  product.products = ordered
  const page = await web.open(path, wide)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, state, member, dialog: page.getByRole('dialog') }
}

/** Opens the menu of a row by the keyboard. */
const openTasks = (row: Locator) => row.getByRole('button', { name: /작업$/ }).press('Enter')

test('user products are filtered and exported with the list’s query, have links, and are revoked with a reason', async () => {
  const { page, state, dialog } = await openList('/manage/userProducts')
  await page.getByText('1–20 / 23').waitFor()
  expect(await page.getByRole('row').nth(1).innerText()).toMatch(
    /프리미엄 정기 세차권\s+이용 중\s+김서연\s+2026년 11월 20일\s+2026년 12월 20일\s+2026년 12월 20일 다음 결제\s+무제한\s+2026년 11월 20일\s+주문 보기\s+이용 내역/,
  )
  await openFilters(page)
  await page.getByLabel('상품', { exact: true }).selectOption('손세차 10회권')
  await page.getByText('1–11 / 11').waitFor()
  await page.getByLabel('상태').selectOption('이용 중')
  await page.waitForURL(/state=Available/)
  await page.getByRole('button', { name: '종료' }).click()
  await eventually(() => state.queries.at(-1)).toMatch(/^productId=[\w-]+&state=Available&sort=endsAt%2Cdesc$/)
  const saving = page.waitForEvent('download')
  await exportList(page)
  await saving
  expect(state.queries.at(-1)).toBe(`export ${state.queries.at(-2)}&${exportMasks}`)

  const first = page.getByRole('row').nth(1)
  expect(await first.getByRole('link', { name: '주문 보기' }).getAttribute('href')).toMatch(
    /\/manage\/orders\/[\w-]{36}$/,
  )
  await openTasks(first)
  expect(await violationsOf(page)).toEqual(noViolations)
  await first.getByRole('button', { name: '이도윤님의 손세차 10회권 회수' }).click()
  await dialog.getByRole('button', { name: '회수' }).click()
  await dialog.getByText('사유를 입력해 주세요.').waitFor()
  await dialog.getByLabel('사유').fill('잘못 지급했어요')
  await loseAnswer(page, '**/cancel')
  await dialog.getByRole('button', { name: '회수' }).click()
  await dialog.getByText('서버에 연결할 수 없어요.').waitFor()
  await dialog.getByRole('button', { name: '회수' }).click()
  await page.getByText('이용 상품을 회수했어요').waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect(state.sent.map(({ body }) => body)).toEqual([{ reason: '잘못 지급했어요' }, { reason: '잘못 지급했어요' }])
  expect(new Set(state.sent.map(({ key }) => key)).size).toBe(1)
  expect(state.held.filter(({ state }) => state === 'Cancel')).toHaveLength(1)
  await expectAccessible(page)
})

test('a row says why a renewal is unpaid; renewals are stopped and resumed with a reason', async () => {
  const { page, state, dialog } = await openList('/manage/userProducts')
  const [unpaid] = state.held
  if (unpaid === undefined) throw new Error('No user product')
  const dunning = { since: unpaid.startsAt, reason: 'limitExceeded', amount: 35_000 } as const
  state.held = state.held.map((each) =>
    each === unpaid ? { ...each, dunning: { ...dunning, nextTryAt: '2026-12-23T05:02:00.000Z' } } : each,
  )
  await page.reload()
  const row = page.getByRole('row').nth(1)
  await row.getByText('35,000원 결제 실패 · 한도 초과 또는 잔액 부족 · 다음 시도 2026년 12월 23일').waitFor()
  expect(await row.getByText('다음 결제').count()).toBe(0)
  await expectAccessible(page)
  await page.setViewportSize(wide.viewport)
  await openTasks(row)
  await row.getByRole('button', { name: '기간 끝에 해지' }).click()
  await dialog.getByText('갱신 결제가 밀려 있어 바로 끝나요.').waitFor()
  await dialog.getByLabel('사유').fill('전화로 요청')
  await dialog.getByRole('button', { name: '기간 끝에 해지' }).click()
  await page.getByText('정기 결제를 해지했어요').waitFor()
  await openTasks(row)
  await row.getByRole('button', { name: '해지 취소' }).click()
  await dialog.getByLabel('사유').fill('전화로 요청')
  await dialog.getByRole('button', { name: '해지 취소' }).click()
  await page.getByText('정기 결제를 다시 시작했어요').waitFor()
  await row.getByText('2026년 12월 20일 다음 결제').waitFor()
  expect(state.sent.map(({ body }) => body)).toEqual([{ reason: '전화로 요청' }, { reason: '전화로 요청' }])
  expect(new Set(state.sent.map(({ key }) => key)).size).toBe(2)
})

test('a member is searched and granted a product; faults of console and server are at their fields', async () => {
  const { page, state, dialog } = await openList('/manage/userProducts')
  await page.getByRole('button', { name: '상품 지급' }).click()
  await dialog.getByRole('searchbox').waitFor()
  await dialog.getByRole('button', { name: '지급' }).click()
  await dialog.getByText('지급할 회원을 골라 주세요.').waitFor()
  await dialog.getByText('지급할 상품을 선택해 주세요.').waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
  await page.keyboard.type('없는사람')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('5002')
  await page.keyboard.press('Enter')
  await dialog.getByText('010-1234-5002').waitFor()
  await dialog.getByRole('radio', { name: /이도윤/ }).focus()
  await page.keyboard.press('Space')
  await dialog.getByLabel('상품', { exact: true }).selectOption({ label: '프리미엄 정기 세차권 (판매하지 않음)' })
  await dialog.getByLabel('시작 (선택)').fill('2027-01-01')
  await dialog.getByLabel('사유').fill('불편을 드려서')
  await expectAccessible(page)

  const grant = web.gateway.answers['POST /admin/api/userProducts']
  web.gateway.answers['POST /admin/api/userProducts'] = () => ({
    status: 400,
    error: {
      code: 'VALIDATION_FAILED',
      details: [{ path: 'startsAt', message: '지금부터 10년 안의 시각을 입력해 주세요.' }],
    },
  })
  await dialog.getByRole('button', { name: '지급' }).click()
  await dialog.getByText('지금부터 10년 안의 시각을 입력해 주세요.').first().waitFor()
  await eventually(() =>
    dialog.getByLabel('시작 (선택)').evaluate((element) => element === document.activeElement),
  ).toBe(true)
  if (grant) web.gateway.answers['POST /admin/api/userProducts'] = grant
  await dialog.getByRole('button', { name: '지급' }).click()
  await page.getByText('이도윤님에게 프리미엄 정기 세차권 지급했어요').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('1–20 / 24').waitFor()
  expect(state.sent.map(({ body }) => body)).toMatchObject([
    { startsAt: '2026-12-31T15:00:00.000Z', reason: '불편을 드려서' },
  ])
})

test('a list limited to one member says so, and a use is reversed once', async () => {
  const { page, state, member, dialog } = await openList('/manage/useLogs')
  await page.getByText('1–20 / 21').waitFor()
  await page.getByText('다른 차량이었어요').waitFor()
  expect(await page.getByRole('link', { name: '방문 보기' }).first().getAttribute('href')).toMatch(
    /\/manage\/visits\/[\w-]{36}$/,
  )
  const [first] = state.uses
  await page.getByRole('button', { name: '김서연님의 프리미엄 정기 세차권 이용 되돌리기' }).first().click()
  await dialog.getByLabel('사유').fill('다른 차량이었어요')
  Object.assign(first ?? {}, { reversedAt: first?.usedAt, reverseReason: '먼저 되돌렸어요' })
  await dialog.getByRole('button', { name: '되돌리기' }).click()
  await dialog.getByText('이미 되돌린 이용 기록이에요.').waitFor()
  await dialog.getByRole('button', { name: '취소' }).click()
  await page.getByText('먼저 되돌렸어요').waitFor()

  await page.getByRole('button', { name: '박하준님의 프리미엄 정기 세차권 이용 되돌리기' }).first().click()
  await dialog.getByLabel('사유').fill('예약이 바뀌었어요')
  await dialog.getByRole('button', { name: '되돌리기' }).click()
  await page.getByText('이용을 되돌렸어요').waitFor()
  await page.getByText('예약이 바뀌었어요').waitFor()
  // The sum is over all pages, and over chosen uses.
  const reversed = state.uses.filter(({ reversedAt }) => reversedAt !== null).length
  await page.getByText(`이용 ${21 - reversed}회 · 되돌림 ${reversed}회`, { exact: true }).waitFor()
  await page.getByLabel('이 페이지 전체 선택').check()
  const shown = state.uses.slice(0, 20).filter(({ reversedAt }) => reversedAt !== null).length
  await page
    .getByRole('group', { name: '여러 항목 처리' })
    .getByText(`이용 ${20 - shown}회 · 되돌림 ${shown}회`)
    .waitFor()
  await expectAccessible(page)

  const nobody = member.members[40]
  await page.goto(`${web.gateway.origin}/manage/useLogs?memberId=${nobody?.id}`)
  await page.getByText('조건에 맞는 내용이 없어요').waitFor()
  await page.getByRole('button', { name: `${nobody?.name}님만 보는 중 해제` }).click()
  await page.getByText('1–20 / 21').waitFor()
  await page.getByLabel('매장').selectOption('분당점')
  await page.getByText('조건에 맞는 내용이 없어요').waitFor()
  expect(new URL(page.url()).searchParams.has('memberId')).toBe(false)
})
