import type { Admin } from '@kingcar/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { ownId } from './fake-gateway.ts'
import { adminOf } from './gateway/admins.ts'
import { stores, withManagement } from './manage-gateway.ts'

const web = withConsole()
const [gangnam] = stores
const menuOf = (page: Page) => page.getByRole('navigation', { name: '주 메뉴' }).getByRole('link').allInnerTexts()

/** Signs in as an administrator with these rights. */
function as(rights: Pick<Admin, 'role'> & Partial<Admin>) {
  const { admin } = withManagement(web.gateway)
  admin.admins = [adminOf(1, { id: ownId, name: '김매니저', ...rights })]
  return admin
}

test('each role sees only the pages that it may open, and its name, role and stores', async () => {
  as({ role: 'accountant' })
  const accountant = await web.open('/manage/visits', wide)
  await eventually(() => menuOf(accountant)).toContain('주문·결제')
  expect(await menuOf(accountant)).not.toEqual(expect.arrayContaining(['관리자']))
  expect(await accountant.getByRole('button', { name: '김매니저 회계 계정' }).innerText()).toContain('회계')

  as({ role: 'staff', storeIds: [String(gangnam?.id)] })
  const staff = await web.open('/manage/visits', wide)
  await eventually(() => menuOf(staff)).toContain('방문')
  for (const hidden of ['주문·결제', '통계', '구독', '관리자', '앱 설정', '변경 이력'])
    expect(await menuOf(staff)).not.toContain(hidden)
  await staff.getByRole('button', { name: '김매니저 직원 계정' }).click()
  await staff.getByText(/직원 · (강남점|매장 1곳)/).waitFor()
  expect(await violationsOf(staff)).toEqual(noViolations)

  const counted: (string | null)[] = []
  staff.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/members/totals')) counted.push(searchParams.get('status'))
  })
  await staff.goto(`${web.gateway.origin}/manage/members`)
  await eventually(() => staff.getByRole('columnheader').allInnerTexts()).toHaveLength(5)
  const titles = (await staff.getByRole('columnheader').allInnerTexts()).join()
  for (const hidden of ['연락처', '이메일']) expect(titles).not.toContain(hidden)
  expect(await staff.getByRole('cell').getByRole('link').count()).toBe(0)
  // No tab, and no count, that needs more rights than the list.
  const tabs = staff.getByRole('navigation', { name: '보기' }).getByRole('link')
  await eventually(async () => (await tabs.allInnerTexts()).map((tab) => tab.replace(/\s+/g, ' '))).toEqual([
    ...['전체', '정기권 이용 중 0', '7일 안에 끝남 0'],
  ])
  expect(new Set(counted)).toEqual(new Set(['subscribed', 'ending']))
})

test('what a role may not do is absent; a form and its order are shown only', async () => {
  as({ role: 'accountant' })
  const page = await web.open('/manage/products', wide)
  await page.getByRole('list', { name: '상품 목록' }).waitFor()
  expect(await page.getByRole('link', { name: '상품 추가' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: '아래로' }).count()).toBe(0)
  expect(await page.getByRole('switch').first().isDisabled()).toBe(true)
  expect(await page.getByRole('checkbox').count()).toBe(0)
  expect(await page.getByRole('group', { name: '여러 항목 처리' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /더 보기/ }).count()).toBe(0)
  await page.getByRole('list', { name: '상품 목록' }).getByRole('link').first().click()
  await page.getByLabel('이름').waitFor()
  expect(await page.getByLabel('이름').isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: '저장' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: '삭제' }).count()).toBe(0)
  expect(await violationsOf(page)).toEqual(noViolations)
})

test('an address that a role may not open says who can give the permission, and sends no request for it', async () => {
  as({ role: 'staff' })
  const page = await web.open('/manage/orders', wide)
  await page.getByRole('heading', { level: 1, name: '권한이 없습니다' }).waitFor()
  await page.getByText('소유자, 점장, 회계 역할이 열 수 있어요.').waitFor()
  await page.getByText('소유자에게 역할이나 매장을 바꿔 달라고 요청해 주세요.').waitFor()
  expect(web.gateway.calls).not.toContain('GET /admin/api/orders')
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.goto(`${web.gateway.origin}/manage/products/new`)
  await page.getByText('소유자 역할이 열 수 있어요.').waitFor()
})

test('a manager of one store sees its sales and uses, and nothing that exists only for all stores', async () => {
  as({ role: 'manager', storeIds: [String(gangnam?.id)] })
  const page = await web.open('/manage', wide)
  await page.getByText('오늘 매출').waitFor()
  await page.getByText('오늘 이용').waitFor()
  expect(await page.getByText('월 구독료').count()).toBe(0)
  await eventually(() => page.getByText('· 한 매장에서만 쓰는 상품').count()).toBe(2)
  const { 'GET /admin/api/stores': answered } = web.gateway.answers
  web.gateway.answers['GET /admin/api/stores'] = () => ({ status: 503 })
  await page.goto(`${web.gateway.origin}/manage/closing`)
  await page.getByText('한 매장에서만 쓰는 상품의 매출이에요.').waitFor()
  expect(await page.getByText(/ · 전체 매장/).count()).toBe(0)
  Object.assign(web.gateway.answers, { 'GET /admin/api/stores': answered })
  await page.reload()
  await page.getByText(/ · 강남점/).waitFor()
  expect(await page.getByText('결제사와 비교').count()).toBe(0)
  await page.goto(`${web.gateway.origin}/manage/statistics`)
  await page.getByRole('button', { name: '매출' }).click()
  await page.getByRole('button', { name: '매출', pressed: true }).waitFor()
  const ofAllStores = ['subscriptions', 'settlement', 'cohorts'].map((name) => `GET /admin/api/statistics/${name}`)
  for (const call of ofAllStores) expect(web.gateway.calls).not.toContain(call)
  expect(await violationsOf(page)).toEqual(noViolations)
})

test('staff see on the home page what needs attention, and no figures', async () => {
  as({ role: 'staff' })
  const page = await web.open('/manage', wide)
  await page.getByText('먼저 볼 일').waitFor()
  await page.getByText('방금 온 차량').waitFor()
  expect(await page.getByText('오늘 매출').count()).toBe(0)
  expect(web.gateway.calls.filter((call) => call.includes('/statistics/'))).toEqual([])
})

test('rights that change while the console is open act on the screen', async () => {
  const admin = as({ role: 'owner' })
  const page = await web.open('/manage/orders', wide)
  await page.getByRole('link', { name: '관리자', exact: true }).waitFor()
  admin.admins = admin.admins.map((each) => ({ ...each, role: 'staff' as const }))
  web.gateway.close(4403)
  await page.getByRole('heading', { level: 1, name: '권한이 없습니다' }).waitFor()
  expect(await menuOf(page)).not.toContain('관리자')

  admin.admins = admin.admins.map((each) => ({ ...each, role: 'owner' as const }))
  web.gateway.close(4403)
  await page.getByRole('table', { name: '주문 목록' }).waitFor()
})
