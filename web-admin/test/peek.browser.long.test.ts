import { expect, test } from 'vitest'
import { eventually, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

test.each([
  ['visits', '방문 내용'],
  ['orders', '주문 정보'],
  ['members', '기본 정보'],
])(
  'Space shows a row of %s beside the list; the panel follows the focus, which stays in the list',
  async (list, part) => {
    withManagement(web.gateway)
    const page = await web.open(`/manage/${list}`, wide)
    const rows = page.locator('a[data-row]')
    await rows.nth(4).waitFor()
    const ids = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('data-row')))
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-row'))
    const panel = page.getByRole('complementary', { name: '미리 보기' })
    const loaded = () =>
      web.gateway.calls.flatMap((call) => new RegExp(`^GET /admin/api/${list}/([\\w-]{36})$`).exec(call)?.[1] ?? [])

    await rows.first().focus()
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe(ids[0])
    await page.keyboard.press('Space')
    await panel.getByRole('region', { name: part }).waitFor()
    expect(await focused()).toBe(ids[0])
    expect(await violationsOf(page)).toEqual(noViolations)
    // What scrolls has the focus and a name.
    expect(await panel.getByRole('region', { name: '미리 보기 내용' }).getAttribute('tabindex')).toBe('0')
    const sizes = (parts: Element[]) => parts.map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
    expect(Math.max(...(await panel.getByRole('region').getByRole('region').evaluateAll(sizes)))).toBeLessThanOrEqual(1)
    await page.keyboard.press('ArrowDown')
    await eventually(loaded).toEqual([ids[0], ids[1]])
    // As fast as a held key: the rows between are not loaded.
    await rows.evaluateAll((links) => {
      for (const link of links.slice(2, 5)) link.focus()
    })
    await eventually(loaded).toEqual([ids[0], ids[1], ids[4]])
    await page.keyboard.press('ArrowUp')
    await eventually(focused).toBe(ids[3])
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(await focused()).toBe(ids[3])

    await page.keyboard.press('Space')
    await panel.getByRole('region', { name: part }).waitFor()
    await panel.getByRole('button', { name: '닫기' }).click()
    await panel.waitFor({ state: 'detached' })
    expect(await focused()).toBe(ids[3])
    expect(new URL(page.url()).pathname).toBe(`/manage/${list}`)

    await page.setViewportSize({ width: 360, height: 740 })
    await page.keyboard.press('Space')
    expect(await panel.count()).toBe(0)
  },
)
