import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { withConsole } from './browser.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

/** Pixels, by the tokens. */
const gap = 20
const pages = [
  ['/manage/products/new', '이름'],
  ['/manage/stores/new', '이름'],
  ['/manage/coupons/new', '이름'],
  ['/manage/banners/new', '제목'],
] as const

/**
 * The parts of a form around one of its fields, as rows: each with its distance from the row above, the tops of the controls of its
 * labels, and how far each control is from its label.
 */
const rowsOf = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).evaluate((control) => {
    let part: Element = control
    while (part.parentElement && part.parentElement.querySelectorAll('label').length < 3) part = part.parentElement
    const rows: { top: number; bottom: number; controls: number[]; labels: number[] }[] = []
    const parts = [...(part.parentElement?.children ?? [])]
    for (const each of parts.flatMap((one) =>
      getComputedStyle(one).display === 'contents' ? [...one.children] : [one],
    )) {
      const { top, bottom, height } = each.getBoundingClientRect()
      if (height === 0 || getComputedStyle(each).position === 'absolute') continue
      const inputs = [
        ...each.querySelectorAll<HTMLInputElement>(':is(input:not([type=radio], [role=switch]), select, textarea)'),
      ]
      const own = inputs.flatMap((input) => {
        const of = input.labels?.[0]
        return of && input.getBoundingClientRect().top > of.getBoundingClientRect().bottom ? [{ input, of }] : []
      })
      const controls = own.map(({ input }) => Math.round(input.getBoundingClientRect().top))
      const labels = own.map(({ input, of }) =>
        Math.round(input.getBoundingClientRect().top - of.getBoundingClientRect().bottom),
      )
      const last = rows.at(-1)
      if (last && top < last.bottom) {
        last.bottom = Math.max(last.bottom, bottom)
        last.controls.push(...controls)
        last.labels.push(...labels)
      } else rows.push({ top, bottom, controls, labels })
    }
    return rows.map(({ top, controls, labels }, at) => {
      const before = rows[at - 1]
      return { gap: before ? Math.round(top - before.bottom) : null, controls, labels }
    })
  })

for (const width of [360, 768, 1440]) {
  test(`fields of a form have one distance and one line at ${width} pixels`, async () => {
    withManagement(web.gateway)
    for (const [path, label] of pages) {
      const page = await web.open(path, { viewport: { width, height: 900 }, signedIn: true, reducedMotion: 'reduce' })
      await page.getByLabel(label, { exact: true }).waitFor()
      await page.waitForLoadState('networkidle')
      const rows = await rowsOf(page, label)
      expect(rows.length, path).toBeGreaterThan(4)
      expect([...new Set(rows.slice(1).map((row) => row.gap))], path).toEqual([gap])
      for (const { controls, labels } of rows) {
        expect(new Set(controls).size, `${path} ${controls}`).toBeLessThanOrEqual(1)
        expect(
          labels.filter((distance) => distance !== labels[0]),
          path,
        ).toEqual([])
      }
      const widest = await page
        .locator('input[inputmode="numeric"], input[inputmode="decimal"], input[type="tel"]')
        .evaluateAll((all) => Math.max(...all.map((input) => input.getBoundingClientRect().width), 0))
      expect(widest, path).toBeLessThanOrEqual(260)
      if (path !== '/manage/banners/new')
        expect(
          rows.some(({ controls }) => controls.length > 1),
          path,
        ).toBe(width > 700)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width)
      await page.close()
    }
  })
}

test('a dialog has the distances of a form, and a message moves only what is below it', async () => {
  withManagement(web.gateway)
  const page = await web.open('/manage/gates', {
    viewport: { width: 1440, height: 900 },
    signedIn: true,
    reducedMotion: 'reduce',
  })
  await page.getByRole('button', { name: '번호 추가' }).click()
  const plate = page.getByRole('dialog').getByLabel('차량번호')
  const rows = await rowsOf(page, '차량번호')
  expect([...new Set(rows.slice(1, -1).map((row) => row.gap))]).toEqual([gap])
  const before = await plate.boundingBox()
  await page.getByRole('dialog').getByRole('button', { name: '추가' }).click()
  await page.getByRole('dialog').locator('[aria-invalid="true"]').first().waitFor()
  expect(await plate.boundingBox()).toEqual(before)
})
