import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, expectAccessible, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

async function opened(path: string, options: Parameters<typeof web.open>[1] = {}) {
  const state = withManagement(web.gateway)
  const page = await web.open(path, { signedIn: true, ...options })
  await page.getByRole('button', { name: '보기', exact: true }).waitFor()
  return { page, state }
}

const openViews = (page: Page) => page.getByRole('button', { name: '보기', exact: true }).click()

async function save(page: Page, name: string, forAll = false) {
  await openViews(page)
  await page.getByRole('button', { name: '지금 보기 저장' }).click()
  const dialog = page.getByRole('dialog', { name: '지금 보기 저장' })
  await dialog.getByLabel('이름').fill(name)
  if (forAll) await dialog.getByLabel('모든 관리자와 함께 쓰기').check()
  await dialog.getByRole('button', { name: '저장' }).click()
  await page.getByText(`${name} 보기를 저장했어요`).waitFor()
  await dialog.waitFor({ state: 'detached' })
}

const addressOf = (page: Page) => page.evaluate(() => location.pathname + location.search)

test('an own view is saved under a name, restored after signing in again, and its deletion can be undone', async () => {
  const { page } = await opened('/manage/orders?state=Completed&page=1')
  await save(page, '끝난 주문')
  await page.goto(`${web.gateway.origin}/manage/orders`)
  await page.getByRole('link', { name: '끝난 주문' }).click()
  await eventually(() => addressOf(page)).toBe('/manage/orders?state=Completed')
  await page.locator('a[aria-current=page]', { hasText: '끝난 주문' }).waitFor()
  // One with an order alone is current, too, and not that of all.
  await page.goto(`${web.gateway.origin}/manage/orders?sort=amount%2Cdesc`)
  await save(page, '큰 주문')
  await page.locator('a[aria-current=page]', { hasText: '큰 주문' }).waitFor()
  await openViews(page)
  await page.getByRole('button', { name: '끝난 주문 보기 삭제' }).click()
  await page.getByRole('link', { name: '끝난 주문' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '실행 취소' }).click()
  await page.getByRole('link', { name: '끝난 주문' }).waitFor()
  // Another list does not have it.
  await page.goto(`${web.gateway.origin}/manage/useLogs`)
  await openViews(page)
  await page.getByRole('button', { name: '지금 보기 저장' }).waitFor()
  expect(await page.getByRole('link', { name: '끝난 주문' }).count()).toBe(0)
})

test('a shared view is stored in an app setting, and keeps views that others shared in the meantime', async () => {
  const { page, state } = await opened('/manage/visits?kind=guest')
  const views = () => state.settings.find(({ key }) => key === 'console.views')?.value
  await save(page, '미등록 차량', true)
  expect(views()).toEqual([{ name: '미등록 차량', href: '/manage/visits?kind=guest' }])
  const shared = state.settings.find(({ key }) => key === 'console.views')
  if (shared) shared.value = [...(views() as object[]), { name: '회원 방문', href: '/manage/visits?kind=member' }]
  await page.getByRole('button', { name: '구분: 미등록 차량 해제' }).click()
  await eventually(() => addressOf(page)).toBe('/manage/visits')
  await save(page, '모든 방문', true)
  expect(views()).toEqual([
    { name: '모든 방문', href: '/manage/visits' },
    { name: '미등록 차량', href: '/manage/visits?kind=guest' },
    { name: '회원 방문', href: '/manage/visits?kind=member' },
  ])
  await openViews(page)
  await page.getByRole('button', { name: '모든 방문 공유 보기 삭제' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '삭제' }).click()
  await page.getByText('모든 방문 삭제했어요').waitFor()
  expect(views()).toHaveLength(2)
})

test('a view that may identify a person cannot be shared', async () => {
  const { page } = await opened('/manage/members?q=홍길동')
  await openViews(page)
  await page.getByRole('button', { name: '지금 보기 저장' }).click()
  await page.getByText('검색어나 회원이 들어 있는 보기는 나만 볼 수 있어요.').waitFor()
  expect(await page.getByLabel('모든 관리자와 함께 쓰기').isDisabled()).toBe(true)
  await page.getByRole('dialog').getByRole('button', { name: '저장' }).click()
  await page.getByText('이름을 입력해 주세요.').waitFor()
  await expectAccessible(page)
})

test('views are tabs with counts, which one request each counts and which stay while the list changes', async () => {
  const { page, state } = await opened('/manage/orders', wide)
  const tabs = page.getByRole('navigation', { name: '보기' }).getByRole('link')
  const failed = state.order.orders.filter((order) => order.state === 'Fail').length
  const refunded = state.order.orders.filter((order) => order.state === 'Refund').length
  await eventually(() => tabs.allInnerTexts()).toEqual(
    expect.arrayContaining([
      '전체',
      expect.stringMatching(`결제 실패\\s*${failed}`),
      expect.stringMatching(`환불\\s*${refunded}`),
    ]),
  )
  expect(await page.locator('nav a[aria-current=page]', { hasText: '전체' }).count()).toBe(1)
  const asked = () => state.order.totals.filter((query) => query.includes('most=100'))
  expect(asked()).toContain('state=Fail&most=100')
  const filtered = 4 // 결제 실패, 환불, 현금영수증 발급 실패, 오늘
  await eventually(() => asked().length).toBe(filtered)
  await tabs.filter({ hasText: '환불' }).press('Enter')
  await eventually(() => addressOf(page)).toBe('/manage/orders?state=Refund')
  await eventually(() => tabs.filter({ hasText: '환불' }).getAttribute('aria-current')).toBe('page')
  // Typing, paging and choosing a view count nothing again.
  await page.getByRole('searchbox').pressSequentially('이도윤')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '상태: 환불 해제' }).waitFor()
  expect(asked()).toHaveLength(filtered)
  expect(await tabs.and(page.locator('[aria-current]')).count()).toBe(0)

  // More than 99 are not counted.
  state.order.orders = Array.from(
    { length: 120 },
    (_, n) => ({ ...state.order.orders[0], id: crypto.randomUUID(), state: 'Fail', merchantUid: `${n}` }) as never,
  )
  await page.reload()
  await page.getByRole('link', { name: /^결제 실패\s*99\+$/ }).waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  // The sum is over all of them.
  await page.getByRole('link', { name: /^결제 실패/ }).click()
  await page.getByText('결제 합계 0원').waitFor()
})

test('filters are chips that are removed one by one or together, by keys alone, at every width', async () => {
  const { page } = await opened(
    '/manage/orders?q=이도윤&state=Completed&from=2026-11-01&to=2026-11-30&sort=amount%2Cdesc',
    {
      viewport: { width: 360, height: 740 },
    },
  )
  const chips = page.getByRole('group', { name: '걸린 필터' }).getByRole('button')
  await eventually(() => chips.allInnerTexts()).toEqual([
    expect.stringMatching(/^상태: 완료\s*해제$/),
    expect.stringMatching(/^주문일시: (2026년 )?11월 1일–30일\s*해제$/),
    '모두 지우기',
  ])
  const state = page.getByLabel('상태', { exact: true })
  expect(await state.isVisible()).toBe(false)
  await page.getByRole('button', { name: '필터', exact: true }).press('Enter')
  await state.selectOption('환불')
  await chips.filter({ hasText: '상태: 환불' }).waitFor()
  await expectAccessible(page)
  await chips.filter({ hasText: '상태: 환불' }).press('Enter')
  await eventually(() => addressOf(page)).not.toContain('state=')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('필터')
  await page.setViewportSize({ width: 1920, height: 1080 })
  await chips.filter({ hasText: '모두 지우기' }).press('Enter')
  await eventually(() => addressOf(page)).toBe('/manage/orders?sort=amount%2Cdesc')
  expect(await chips.count()).toBe(0)
})
