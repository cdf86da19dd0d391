import { expect, test } from 'vitest'
import { eventually, noViolations, violationsOf, withConsole } from './browser.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()
const wide = { viewport: { width: 1366, height: 768 }, reducedMotion: 'reduce' as const }

async function openMembers(path = '/manage/members') {
  const { member: state } = withManagement(web.gateway)
  const page = await web.open(path, { ...wide, signedIn: true })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, state }
}

test('members are searched, sorted and exported with the list’s query, and the list is restored on return', async () => {
  const { page, state } = await openMembers()
  await page.getByText('1–20 / 43').waitFor()
  expect(await page.getByText(/010-\*\*\*\*-5\d{3}/).count()).toBe(20)
  expect(await violationsOf(page)).toEqual(noViolations)

  await page.getByRole('searchbox', { name: '회원 검색' }).fill('홍길동')
  await page.keyboard.press('Enter')
  await page.getByText('1–7 / 7').waitFor()
  await page.getByRole('button', { name: '가입일' }).click()
  await page.waitForURL(/sort=createdAt/)
  await eventually(() => state.queries.at(-1)).toContain('sort=createdAt%2Cdesc')
  expect(await page.getByRole('columnheader', { name: '가입일' }).getAttribute('aria-sort')).toBe('descending')

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV 내보내기' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^회원-\d{4}-\d{2}-\d{2}\.csv$/)
  const [file, list] = [state.queries.at(-1), state.queries.at(-2)]
  expect(file).toBe(`export ${list}`)

  const opened = page.getByRole('row').nth(3).getByRole('link')
  const row = await opened.getAttribute('data-row')
  const before = page.url()
  await opened.click()
  await page.getByRole('heading', { name: '기본 정보' }).waitFor()
  await page.locator('main').getByRole('link', { name: '회원', exact: true }).click()
  await page.waitForURL(before)
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe(row)

  await page.getByRole('searchbox', { name: '회원 검색' }).fill('없는 사람')
  await page.getByRole('button', { name: '검색', exact: true }).click()
  await page.getByText('조건에 맞는 내용이 없어요').waitFor()
  await page.getByRole('button', { name: '필터 지우기' }).click()
  await page.getByText('1–20 / 43').waitFor()
})

// ASVS 10.4.9
test('one page tells everything of a member, each part by itself, and signs them out everywhere', async () => {
  const { state } = await openMembers()
  const [, second] = state.members
  web.gateway.answers['GET /admin/api/useLogs'] = () => ({ status: 503 })
  const page = await web.open(`/manage/members/${second?.id}`, { ...wide, signedIn: true })
  await page.getByRole('heading', { level: 1, name: '이도윤' }).waitFor()
  for (const words of [
    '010-1234-5002',
    '현대 · 아이오닉 5 · 흰색',
    '대표 차량',
    '3회 남음 · 2026-12-20까지',
    '개인정보 처리방침',
  ]) {
    await page.getByText(words).first().waitFor()
  }
  await page.getByText('이용 내역을 불러오지 못했어요').waitFor()
  expect(await page.getByRole('link', { name: '정기 세차권' }).getAttribute('href')).toContain('/manage/orders/')
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await violationsOf(page)).toEqual(noViolations)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  await page.getByRole('button', { name: '모든 기기에서 로그아웃' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '모든 기기에서 로그아웃' }).click()
  await page.getByText('로그인한 기기가 없어요').waitFor()
  expect(state.signedOut).toEqual([second?.id])

  await page.goto(page.url().replace(/[^/]+$/, '019aa000-0008-7000-8000-999999999999'))
  await page.getByText('회원을 찾을 수 없어요.').waitFor()
})
