import type { GetDemoResult } from '@kingcar/client'
import { expect, test } from 'vitest'
import { eventually, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()
const item = (kind: GetDemoResult['items'][number]['kind'], removable: number, kept = 0) => ({ kind, removable, kept })
const demo = [item('stores', 3), item('members', 114, 1), item('orders', 310, 2), item('visits', 15_432)]

async function openWith(items: GetDemoResult['items'], path = '/manage', size = wide) {
  const { statistics, ...state } = withManagement(web.gateway)
  statistics.demo = { items, unavailable: [] }
  const page = await web.open(path, size)
  await page.getByText('실시간 연결됨').waitFor()
  return { page, statistics, ...state, bar: page.getByRole('region', { name: '데모 데이터' }) }
}

test('a bar on each page says that there is demo data; its button removes it after a confirmation', async () => {
  const { page, bar, statistics, store, visit } = await openWith(demo)
  await bar.getByText('방문, 매출, 회원은 지어낸 것이에요.').waitFor()
  await page.getByRole('link', { name: '통계', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '통계' }).waitFor()
  await bar.waitFor()
  await page.getByRole('link', { name: '오늘', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '오늘' }).waitFor()

  await bar.getByRole('button', { name: '데모 데이터 지우기' }).click()
  const dialog = page.getByRole('dialog', { name: '데모 데이터를 지울까요?' })
  const effect = await dialog.locator('p').innerText()
  expect(effect).toContain('매장 3곳, 회원 114명, 주문 310건, 방문 15,432건을 지워요. 되돌릴 수 없어요.')
  expect(effect).toContain('직접 만든 것과 이어진 데모 회원 1명, 주문 2건은 남아요.')
  expect(await violationsOf(page)).toEqual(noViolations)
  await dialog.getByRole('button', { name: '취소' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(statistics.demo.items).toEqual(demo)

  await bar.getByRole('button', { name: '데모 데이터 지우기' }).click()
  store.stores = []
  visit.visitsAt = () => 0
  await dialog.getByRole('button', { name: '지우기', exact: true }).click()
  await page
    .getByText('데모 데이터를 지웠어요: 매장 3곳, 회원 114명, 주문 310건, 방문 15,432건. 남은 것: 회원 1명, 주문 2건.')
    .waitFor()
  await bar.waitFor({ state: 'detached' })
  await page.getByText('아직 매장이 없어요').waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
})

test('where a service does not respond the bar stays, and asks to remove the rest', async () => {
  const { page, bar, statistics } = await openWith([item('stores', 3)])
  statistics.demo = { ...statistics.demo, unavailable: ['catalog'] }
  await bar.getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name: '지우기', exact: true }).click()
  await page.getByText('데모 데이터를 일부만 지웠어요. 잠시 뒤 다시 지워 주세요.').waitFor()
  expect(await bar.count()).toBe(1)
})

test('without demo data, or with what stays alone, there is no bar', async () => {
  const { page, bar } = await openWith([item('stores', 0, 1)])
  await page.getByRole('heading', { name: '매장 순위' }).waitFor()
  expect(await bar.count()).toBe(0)
})
