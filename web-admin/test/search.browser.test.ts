import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { pageOf } from './gateway/paging.ts'
import { visitOf } from './gateway/visits.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()
const member = (id: string, name: string) => ({ id, name, email: `${id}@test.kr`, carNumbers: [], provider: 'KINGCAR' })

async function openSearch() {
  withManagement(web.gateway)
  const asked: (string | null)[] = []
  web.gateway.answers['GET /admin/api/orders'] = (_, __, request) => pageOf([], request)
  web.gateway.answers['GET /admin/api/members'] = (_, __, request) => {
    const q = new URL(request.url ?? '', 'http://localhost').searchParams.get('q')
    asked.push(q)
    return pageOf(q === '홍' || q === '홍길동' ? [member('m1', '홍길동'), member('m2', '홍길순')] : [], request)
  }
  const page = await web.open('/manage/devices', wide)
  await page.getByText('1번 출입구').waitFor()
  const field = page.getByRole('combobox', { name: '검색어' })
  const open = async () => {
    await page.keyboard.press('Control+k')
    await field.waitFor()
  }
  return {
    page,
    field,
    open,
    asked,
    dialog: page.getByRole('dialog'),
    status: page.getByRole('dialog').getByRole('status'),
  }
}
const chosen = (page: Page) => page.locator('[role=option][aria-selected=true]').innerText()

test('search by keyboard only, from any page: pages by initial consonants, and closing restores the focus', async () => {
  const { page, field, open, dialog, status } = await openSearch()
  await page.getByRole('button', { name: '장치 등록' }).focus()
  await open()
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('장치 등록')

  await open()
  await field.fill('ㅇㅅㅈ')
  await eventually(() => chosen(page)).toContain('앱 설정')
  await field.fill('ㄱㄹ')
  await eventually(() => chosen(page)).toContain('관리자')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  expect(await field.getAttribute('aria-activedescendant')).toBe(
    await page.locator('[role=option][aria-selected=true]').getAttribute('id'),
  )
  await page.keyboard.press('Enter')
  await page.waitForURL('**/manage/admins')
  await page.getByRole('heading', { level: 1, name: '관리자' }).waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  expect(await dialog.count()).toBe(0)

  await open()
  await field.fill('없는것')
  await status.getByText('결과 없음').waitFor()
  await page.keyboard.press('Enter')
  expect(await dialog.count()).toBe(1)
})

test('members, orders and visits are requested when typing pauses, the latest response wins, and failures are shown', async () => {
  const { page, field, open, asked, dialog } = await openSearch()
  const late = Promise.withResolvers<void>()
  const answer = web.gateway.answers['GET /admin/api/members']
  web.gateway.answers['GET /admin/api/members'] = async (body, authorization, request) => {
    const reply = (await answer?.(body, authorization, request)) ?? { status: 500 }
    if (asked.at(-1) === '홍') await late.promise
    return reply
  }
  const dropped = page.waitForEvent('requestfailed', (request) =>
    request.url().includes(`q=${encodeURIComponent('홍')}&`),
  )
  await open()
  await field.fill('홍')
  await eventually(() => asked).toEqual(['홍'])
  await field.fill('홍길')
  await dropped
  await field.fill('홍길동')
  await dialog.getByRole('option', { name: /홍길순/ }).waitFor()
  late.resolve()
  expect(asked.at(-1)).toBe('홍길동')
  await dialog.getByText('결과 2건').waitFor()
  expect(await dialog.getByRole('group', { name: '회원 2' }).getByRole('option').count()).toBe(2)
  await page.keyboard.press('ArrowDown')
  expect(await chosen(page)).toContain('홍길순')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/manage/members/m2')

  web.gateway.answers['GET /admin/api/visits'] = (_, __, request) =>
    pageOf(request.url?.includes('carNumber=4568') ? [visitOf(1, { carNumber: '123가4568' })] : [], request)
  web.gateway.answers['GET /admin/api/members'] = () => ({
    status: 503,
    error: { message: '잠시 뒤에 다시 찾아 주세요.' },
  })
  await open()
  await field.fill('4568')
  await dialog.getByRole('option', { name: /123가4568/ }).waitFor()
  await dialog.getByRole('alert').getByText('잠시 뒤에 다시 찾아 주세요.').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
})

test('the search opens immediately with its shortcut, even offline, and following keys reach its field', async () => {
  const { page, field } = await openSearch()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('banner')
  expect(await field.inputValue()).toBe('banner')
})

test('a syllable in composition is searched too, and the Enter that ends it opens nothing', async () => {
  const { page, field, open, asked } = await openSearch()
  await open()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.imeSetComposition', { text: '홍', selectionStart: 1, selectionEnd: 1 })
  await eventually(() => asked).toEqual(['홍'])
  await page.getByRole('option', { name: /홍길동/ }).waitFor()
  await field.dispatchEvent('keydown', { key: 'Enter', code: 'Enter', isComposing: true, bubbles: true })
  expect(new URL(page.url()).pathname).toBe('/manage/devices')
  await devtools.send('Input.insertText', { text: '홍' })
  expect(await field.inputValue()).toBe('홍')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/manage/members/m1')
})

test('the search finds pages by other words, named things, settings and what can be done', async () => {
  const { page, field, open, dialog } = await openSearch()
  const option = (name: RegExp | string) => dialog.getByRole('option', { name })
  await open()
  for (const name of [/^장치 등록/, /^방문 직접 기록/, /^로그아웃/]) await option(name).waitFor()
  await field.fill('인식기')
  await eventually(() => chosen(page)).toContain('장치')
  await field.fill('2번')
  await option(/2번 출입구\s*강남점/).waitFor()
  await field.fill('분당')
  await option(/^분당점/).click()
  await page.waitForURL('**/manage/stores/*')
  await page.getByRole('heading', { level: 1, name: '분당점' }).waitFor()

  await open()
  await dialog
    .getByRole('group', { name: /최근에 본 화면/ })
    .getByRole('option', { name: '장치' })
    .waitFor()
  await field.fill('정확도')
  await option(/최소 인식 정확도/).click()
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('setting-recognition.minimumConfidence')

  await open()
  await field.fill('어둡게')
  await page.keyboard.press('Enter')
  await eventually(() => page.evaluate(() => document.documentElement.dataset.scheme)).toBe('dark')
  expect(await dialog.count()).toBe(0)
  await open()
  await field.fill('방문 직접')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/manage/visits')
  await page.getByRole('dialog', { name: '방문 직접 기록' }).waitFor()
})

test('an action of the page is pressed from the search, and its dialog returns the focus', async () => {
  const { page, field, open, dialog } = await openSearch()
  await page.getByRole('button', { name: '장치 등록' }).focus()
  await open()
  await field.fill('등록')
  await page.keyboard.press('Enter')
  await dialog.getByRole('heading', { name: '장치 등록' }).waitFor()
  await page.keyboard.press('Escape')
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('장치 등록')
})

test('G and a letter open a page in any layout, not in fields, and can be switched off in the list of shortcuts', async () => {
  const { page, open, field } = await openSearch()
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await page.waitForURL('**/manage/members')
  await page.getByRole('heading', { level: 1, name: '회원' }).waitFor()
  await page.getByRole('searchbox').first().focus()
  await page.keyboard.type('gd')
  await page.locator('h1').focus()
  // As the keys of the Korean layout arrive.
  for (const [key, code] of [
    ['ㅎ', 'KeyG'],
    ['ㅇ', 'KeyD'],
  ] as const)
    await page.evaluate(
      ([key, code]) =>
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true })),
      [key, code] as const,
    )
  await page.waitForURL('**/manage/devices')
  await page.getByRole('heading', { level: 1, name: '장치' }).waitFor()

  await page.keyboard.press('Shift+Slash')
  const sheet = page.getByRole('dialog', { name: '단축키' })
  await sheet.getByText('일일 마감').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await sheet.getByRole('switch').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await page.keyboard.press('Shift+Slash')
  await open()
  await field.fill('단축키')
  await page.keyboard.press('Enter')
  await sheet.waitFor()
  expect(page.url()).toContain('/manage/devices')
})
