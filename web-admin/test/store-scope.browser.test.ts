import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { ownId } from './fake-gateway.ts'
import { adminOf } from './gateway/admins.ts'
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
