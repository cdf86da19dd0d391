import { expect, test } from 'vitest'
import { eventually, noViolations, openFilters, reason, violationsOf, withConsole } from './browser.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

test('accesses to data of members are listed by administrator and member, and exported with a reason', async () => {
  const { admin: state } = withManagement(web.gateway)
  web.gateway.answers['GET /admin/api/accessLogs/export'] = (_, __, request) => {
    state.queries.push(`export ${request.url?.split('?')[1]}`, `${request.headers['x-reason']}`)
    return { file: Buffer.from('\ufeff접속일시,관리자\r\n'), type: 'text/csv' }
  }
  const page = await web.open('/manage/accessLogs', { reducedMotion: 'reduce', signedIn: true })
  const rows = page.locator('tbody tr:not([aria-hidden])')
  await page.getByText('1–3 / 3').waitFor()
  expect(await rows.nth(0).innerText()).toMatch(/11월 21일 14:32\s+김매니저\s+203\.0\.113\.7\s+회원 조회\s+00000701/)
  expect(await rows.nth(1).innerText()).toMatch(/11월 21일 14:32 – 11월 21일 14:36\s+이점장/)
  expect(await rows.nth(2).innerText()).toMatch(/회원 내려받기\s+00000701\s+00000702\s+00000703\s+외 497명/)
  expect(await violationsOf(page)).toEqual(noViolations)

  await openFilters(page)
  await page.getByLabel('관리자', { exact: true }).selectOption('이점장')
  await eventually(() => rows.count()).toBe(1)
  const list = new URLSearchParams(state.queries.at(-1))
  list.delete('page')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV 내보내기' }).click()
  await page.getByRole('dialog').getByLabel('사유').fill(reason)
  expect(await page.getByRole('dialog').getByRole('checkbox').count()).toBe(0) // the file has no masks
  await page.getByRole('dialog').getByRole('button', { name: '내려받기' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^접속기록-\d{4}-\d{2}-\d{2}\.csv$/)
  expect(state.queries.slice(-2)).toEqual([`export ${list}`, encodeURIComponent(reason)])

  const [member] = state.accesses[0]?.memberIds ?? []
  await page.goto(`${web.gateway.origin}/manage/accessLogs?memberId=${member}`)
  await page.getByText('1–2 / 2').waitFor()
  expect(web.logOf(page).filter((line) => /^(error|warning|pageerror)/.test(line))).toEqual([])
})
