import { expect, test } from 'vitest'
import { eventually, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { ordered } from './gateway/orders.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

async function openList(path: string, options: object = wide) {
  const state = withManagement(web.gateway)
  state.product.products = ordered
  const page = await web.open(path, options)
  await page.getByRole('row').nth(1).getByRole('cell').first().waitFor()
  return { page, state }
}

test('an administrator chooses the height of rows, the columns and the rows of a page, and finds them again', async () => {
  const { page, state } = await openList('/manage/visits')
  const heightOf = async () => (await page.getByRole('row').nth(1).boundingBox())?.height ?? 0
  const openLook = () => page.getByRole('button', { name: '표시', exact: true }).click()
  const normal = await heightOf()
  expect(normal).toBeLessThanOrEqual(42)
  await openLook()
  await page.getByRole('button', { name: '낮게' }).click()
  await eventually(heightOf).toBeLessThan(normal)
  await openLook()
  await page.getByRole('checkbox', { name: '매장' }).uncheck()
  expect(await page.getByRole('checkbox', { name: '차량번호' }).count()).toBe(0)
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.getByRole('button', { name: '50개' }).click()
  await page.waitForURL(/\?size=50$/)
  await eventually(() => page.getByRole('row').count()).toBe(44)
  expect(state.visit.queries.at(-1)).toContain('size=50')

  await page.reload()
  await eventually(() => page.getByRole('row').count()).toBe(44)
  expect(await heightOf()).toBeLessThan(normal)
  expect(await page.getByRole('columnheader', { name: '매장' }).count()).toBe(0)
  // Of the heights, all lists have the same; of the columns, each its own.
  await page.goto(`${web.gateway.origin}/manage/useLogs`)
  await page.getByRole('columnheader', { name: '매장' }).waitFor()
  await eventually(heightOf).toBeLessThan(normal)
})

test.each(['visits', 'orders', 'members', 'userProducts', 'useLogs', 'devices', 'notices', 'audit'])(
  'on a screen of 900 pixels the list %s is a table that fits',
  async (list) => {
    const { page } = await openList(`/manage/${list}`, { ...wide, viewport: { width: 900, height: 800 } })
    await page.getByRole('columnheader').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(900)
    const cut = await page
      .getByRole('cell')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length)
    expect(cut).toBe(0)

    const isBehind = (links: HTMLElement[], top: number) =>
      links.filter((link) => {
        link.focus()
        return link.getBoundingClientRect().bottom > top
      }).length
    const top = (await page.getByRole('contentinfo').boundingBox())?.y ?? 0
    expect(await page.getByRole('cell').getByRole('link').evaluateAll(isBehind, top)).toBe(0)
    expect(await violationsOf(page)).toEqual(noViolations)
  },
)
