import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { ownId } from './fake-gateway.ts'
import { adminOf } from './gateway/admins.ts'
import { alertOf } from './gateway/alerts.ts'
import { stores, withManagement } from './manage-gateway.ts'

const web = withConsole()
const [gangnam, bundang] = stores.map(({ id }) => id)
const choice = (page: Page) => page.getByRole('combobox', { name: '매장', exact: true })
const shown = (page: Page) => new URL(page.url()).searchParams.get('storeId')
/** Stores that a list was asked for, the last one last. */
function storesAskedOf(path: string) {
  const asked: (string | null)[] = []
  const answer = web.gateway.answers[`GET ${path}`]
  web.gateway.answers[`GET ${path}`] = (body, attempt, request) => {
    asked.push(new URL(request.url ?? '', 'http://localhost').searchParams.get('storeId'))
    return answer?.(body, attempt, request) ?? { status: 404 }
  }
  return asked
}

test('a store that is chosen once is followed by the pages and remembered; an address of another store leaves the choice', async () => {
  withManagement(web.gateway)
  const paths = {
    attention: 'attention',
    visits: 'visits',
    devices: 'devices',
    screens: 'screens',
    useLogs: 'useLogs',
    orders: 'orders',
  }
  const asked = Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [name, storesAskedOf(`/admin/api/${path}`)]),
  )
  const page = await web.open('/manage', wide)
  await choice(page).waitFor()
  expect(await choice(page).locator('option').allInnerTexts()).toEqual(['모든 매장', '강남점', '분당점'])
  await page.getByRole('region', { name: '매장 순위' }).waitFor()

  // By the palette and the keyboard alone.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '검색어' }).fill('매장 바꾸기')
  await page.getByRole('option', { name: '매장 바꾸기' }).waitFor()
  await page.keyboard.press('Enter')
  await eventually(() => choice(page).evaluate((each) => each === document.activeElement)).toBe(true)
  await page.keyboard.press('End')
  await eventually(() => shown(page)).toBe(bundang)
  await eventually(() => asked.attention?.at(-1)).toBe(bundang)
  await page.getByRole('region', { name: '매장 순위' }).waitFor({ state: 'detached' })
  expect(await violationsOf(page)).toEqual(noViolations)

  for (const [label, name] of [
    ['방문', 'visits'],
    ['이용 내역', 'useLogs'],
    ['주문·결제', 'orders'],
    ['장치', 'devices'],
    ['벽 화면', 'screens'],
  ] as const) {
    await page.getByRole('link', { name: label, exact: true }).click()
    await eventually(() => shown(page)).toBe(bundang)
    await eventually(() => asked[name]?.at(-1)).toBe(bundang)
  }
  // A page of all stores has no choice.
  await page.getByRole('link', { name: '상품', exact: true }).click()
  await choice(page).waitFor({ state: 'detached' })

  await page.goto(`${web.gateway.origin}/manage/visits?storeId=${gangnam}`)
  await eventually(() => asked.visits?.at(-1)).toBe(gangnam)
  expect(await choice(page).inputValue()).toBe(gangnam)
  await page.goto(`${web.gateway.origin}/manage/visits`)
  await eventually(() => shown(page)).toBe(bundang)

  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await violationsOf(page)).toEqual(noViolations)
  await choice(page).selectOption('모든 매장')
  await eventually(() => asked.visits?.at(-1)).toBe(null)
  await page.reload()
  await choice(page).waitFor()
  expect(shown(page)).toBe(null)
})

test('links about a person, a car, a coupon or a thing of another store are not narrowed to the chosen store', async () => {
  const { visit, member, coupon, alert } = withManagement(web.gateway)
  alert.alerts = [alertOf(1, { storeId: String(gangnam) })]
  const seen = visit.visits[5]
  const paths = { devices: 'devices', visits: 'visits', alerts: 'alerts' }
  const asked = Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [name, storesAskedOf(`/admin/api/${path}`)]),
  )
  const page = await web.open('/manage/visits', wide)
  await choice(page).selectOption('분당점')
  await eventually(() => shown(page)).toBe(bundang)

  for (const [path, link, list] of [
    [`visits/${seen?.id}`, '이 차량의 기록 모두 보기', 'visits'],
    [`visits/${seen?.id}`, '사용 기록 보기', 'useLogs'],
    [`coupons/${coupon.coupons[0]?.id}`, '이 쿠폰을 쓴 주문 보기', 'orders'],
    [`members/${member.members[0]?.id}`, '모두 보기', 'visits'],
    [`members/${member.members[0]?.id}`, '모두 보기', 'useLogs'],
    ['userProducts', '이용 내역', 'useLogs'],
  ] as const) {
    await page.goto(`${web.gateway.origin}/manage/${path}`)
    const hrefs = page.locator(`a[href^="/manage/${list}?"][href*="stores=all"]`, { hasText: link })
    await hrefs.first().waitFor()
  }

  // All of them, also after a reload; on the way back and in the navigation the chosen store again.
  await page.goto(`${web.gateway.origin}/manage/visits/${seen?.id}`)
  await page.getByRole('link', { name: '이 차량의 기록 모두 보기' }).click()
  await page.waitForURL('**/manage/visits?carNumber=*&stores=all')
  await eventually(() => asked.visits?.at(-1)).toBe(null)
  await page.reload()
  await eventually(() => choice(page).inputValue()).toBe('')
  expect(shown(page)).toBe(null)
  await page.goBack()
  await page.goForward()
  await page.waitForURL('**stores=all')
  await page.getByRole('link', { name: '장치', exact: true }).click()
  await eventually(() => shown(page)).toBe(bundang)

  // A thing of another store opens the list of its store, from the palette and from the bell.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '검색어' }).fill('1번 출입구')
  await page.getByRole('option', { name: '1번 출입구' }).click()
  await eventually(() => asked.devices?.at(-1)).toBe(gangnam)
  await page.locator('tbody').getByText('1번 출입구').waitFor()
  await page.getByRole('link', { name: '벽 화면', exact: true }).click()
  await eventually(() => shown(page)).toBe(bundang)
  await page.getByRole('button', { name: /^알림/ }).click()
  await page.getByRole('link', { name: /입구 카메라/ }).click()
  await page.waitForURL(`**/manage/devices?storeId=${gangnam}`)
  await page.getByRole('button', { name: /^알림/ }).click()
  await page.getByRole('link', { name: '모든 알림 보기' }).click()
  await eventually(() => asked.alerts?.at(-1)).toBe(null)

  // Another choice ends it.
  await choice(page).selectOption('강남점')
  await eventually(() => shown(page)).toBe(gangnam)
  expect(page.url()).not.toContain('stores=')
})

test('staff of one store have no choice, and a store that is no longer theirs is forgotten', async () => {
  const { admin } = withManagement(web.gateway)
  const asked = storesAskedOf('/admin/api/visits')
  const page = await web.open('/manage/visits', wide)
  await choice(page).selectOption('분당점')
  await eventually(() => asked.at(-1)).toBe(bundang)

  admin.admins = [adminOf(1, { id: ownId, name: '김매니저', role: 'staff', storeIds: [String(gangnam)] })]
  await page.reload()
  await eventually(() => shown(page)).toBe(null)
  await eventually(() => asked.at(-1)).toBe(null)
  expect(await choice(page).count()).toBe(0)
})
