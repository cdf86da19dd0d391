import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, expectAccessible, withConsole } from './browser.ts'
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
  await openViews(page)
  await page.getByRole('link', { name: '끝난 주문' }).click()
  await eventually(() => addressOf(page)).toBe('/manage/orders?state=Completed')
  await openViews(page)
  await page.locator('a[aria-current=true]', { hasText: '끝난 주문' }).waitFor()
  await page.getByRole('button', { name: '끝난 주문 보기 삭제' }).click()
  await page.getByRole('button', { name: '실행 취소' }).click()
  await openViews(page)
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
  await page.getByLabel('구분').selectOption('')
  await save(page, '모든 방문', true)
  expect(views()).toEqual([
    { name: '모든 방문', href: '/manage/visits' },
    { name: '미등록 차량', href: '/manage/visits?kind=guest' },
    { name: '회원 방문', href: '/manage/visits?kind=member' },
  ])
  await openViews(page)
  await page.getByRole('button', { name: '모든 방문 보기 삭제' }).click()
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

test('on a phone a button with the number of active filters opens all filters but the search', async () => {
  const { page } = await opened('/manage/orders?state=Completed', { viewport: { width: 360, height: 740 } })
  const state = page.getByLabel('상태', { exact: true })
  expect(await state.isVisible()).toBe(false)
  expect(await page.getByRole('searchbox').isVisible()).toBe(true)
  await page.getByRole('button', { name: '필터 1개' }).click()
  await state.selectOption('')
  await page.getByRole('button', { name: '필터', exact: true }).waitFor()
  await openViews(page)
  await page.getByRole('button', { name: '지금 보기 저장' }).waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 1366, height: 768 })
  expect(await page.getByRole('button', { name: '필터', exact: true }).isVisible()).toBe(false)
})
