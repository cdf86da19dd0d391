import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  eventually,
  exportList,
  exportMasks,
  noViolations,
  openFilters,
  reason,
  violationsOf,
  withConsole,
} from './browser.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

test('changes are filtered by actor, entity and time, shown field by field, and exported', async () => {
  const { admin: state } = withManagement(web.gateway)
  web.gateway.answers['GET /admin/api/auditLogs/export'] = (_, __, request) => {
    state.queries.push(`export ${request.url?.split('?')[1]}`, `${request.headers['x-reason']}`)
    return { file: Buffer.from('\ufeff시각,관리자\r\n'), type: 'text/csv' }
  }
  const page = await web.open('/manage/audit', {
    viewport: { width: 1366, height: 768 },
    reducedMotion: 'reduce',
    signedIn: true,
  })
  const rows = page.locator('tbody tr:not([aria-hidden])')
  const dialog = page.getByRole('dialog')
  await page.getByText('1–20 / 25').waitFor()
  expect(await rows.nth(0).innerText()).toMatch(/11월 21일 14:32\s+김매니저\s+[\s\S]+매장[\s\S]+강남점 → 강남역점/)
  expect(await violationsOf(page)).toEqual(noViolations)

  expect(await rows.nth(0).locator('time').getAttribute('title')).toBe('2026년 11월 21일 14:32:05')
  await rows.nth(0).getByRole('button').click()
  await dialog.getByText('2026년 11월 21일 14:32:05').waitFor()
  expect(await dialog.getByRole('row').nth(1).innerText()).toMatch(/\S+\s+강남점\s+강남역점/)
  expect(await dialog.getByRole('row').nth(2).innerText()).toMatch(/\S+\s+예\s+아니요/)
  await dialog.getByText('request-of-log-1').waitFor()
  expect(await dialog.getByRole('link', { name: '대상 보기' }).getAttribute('href')).toBe(
    '/manage/stores/019aa000-0001-7000-8000-000000000001',
  )
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(
    await rows
      .nth(0)
      .getByRole('button')
      .evaluate((button) => button === document.activeElement),
  ).toBe(true)

  // Times of changes have the form of all others.
  expect(await rows.nth(2).innerText()).toContain('2026년 2월 1일 00:00:00')
  // A deleted entity has no link, an entry without changes says so, and a truncated side is shown as far as it goes.
  await rows.nth(2).getByRole('button').click()
  expect(await dialog.getByRole('link').count()).toBe(0)
  expect(await dialog.getByRole('cell').allInnerTexts()).toContain('2026년 2월 1일 00:00:00')
  expect(await dialog.getByRole('columnheader').allInnerTexts()).toEqual(['항목', '이전'])
  await page.keyboard.press('Escape')
  await rows.nth(3).getByRole('button').click()
  await dialog.getByText('바뀐 값이 남지 않는 일이에요').waitFor()
  await page.keyboard.press('Escape')
  await rows.nth(4).getByRole('button').click()
  await dialog.getByText('{"closedDates":["2026-', { exact: true }).waitFor()
  await page.keyboard.press('Escape')

  await openFilters(page)
  await page.getByLabel('대상').selectOption('매장')
  await page.getByLabel('관리자', { exact: true }).selectOption('이점장')
  await eventually(() => rows.count()).toBe(1)
  await page.getByRole('button', { name: '오늘' }).click()
  await eventually(() => state.queries.at(-1)).toMatch(/from=\d{4}-\d{2}-\d{2}&to=/)
  const asked = new URLSearchParams(state.queries.at(-1))
  expect([asked.get('entity'), asked.get('actorId')]).toEqual(['store', '019aa000-0008-7000-8000-000000000002'])
  expect(asked.get('from')).toBe(asked.get('to'))

  const saving = page.waitForEvent('download')
  await exportList(page)
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^변경 이력-\d{4}-\d{2}-\d{2}\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toBe('\ufeff시각,관리자\r\n')
  const list = new URLSearchParams(asked)
  list.delete('page')
  expect(state.queries.slice(-2)).toEqual([`export ${list}&${exportMasks}`, encodeURIComponent(reason)])

  await page.goto(`${web.gateway.origin}/manage/audit?q=request-of-log-3&entity=nonsense`)
  await page.getByText('1–1 / 1').waitFor()
  expect(await rows.nth(0).innerText()).toContain('휴무 안내')
  await page.getByLabel('검색').fill('없는것')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '필터 지우기' }).click()
  await page.getByText('1–20 / 25').waitFor()
  expect(web.logOf(page).filter((line) => /^(error|warning|pageerror)/.test(line))).toEqual([])
})
