import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { eventually, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()

async function openBanners(path = '/manage/banners', options: object = wide) {
  const { banner: state } = withManagement(web.gateway)
  const page = await web.open(path, { ...options, signedIn: true })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, state }
}
const titles = (page: Page) => page.getByRole('listitem').locator('a[data-row]').allInnerTexts()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
const picture = sharp({ create: { width: 640, height: 200, channels: 3, background: '#3b6cf0' } })
  .png()
  .toBuffer()

test('banners are reordered by buttons and by dragging, each with one request, and the order can be undone', async () => {
  const { page, state } = await openBanners()
  await page.getByRole('button', { name: '신규 매장 오픈 위로' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('순서를 바꿨어요').waitFor()
  await page.getByText('신규 매장 오픈, 3개 중 1번째').waitFor({ state: 'attached' })
  expect(await titles(page)).toEqual(['신규 매장 오픈', '가을 세차 20% 할인', '겨울 준비'])
  expect(await focused(page)).toBe('신규 매장 오픈 위로')
  expect(state.patches).toHaveLength(1)
  expect(state.patches[0]).toMatchObject({
    banners: [{ displayOrder: 0 }, { displayOrder: 1 }, { displayOrder: 2 }],
  })
  await page.getByRole('button', { name: '실행 취소' }).click()
  await eventually(() => titles(page)).toEqual(['가을 세차 20% 할인', '신규 매장 오픈', '겨울 준비'])

  const rows = page.getByRole('list', { name: '배너 목록' }).getByRole('listitem')
  await rows
    .nth(2)
    .locator('[title="끌어서 옮기기"]')
    .dragTo(rows.nth(0), { targetPosition: { x: 300, y: 5 } })
  await eventually(() => titles(page)).toEqual(['겨울 준비', '가을 세차 20% 할인', '신규 매장 오픈'])
  await eventually(() => state.banners.map(({ title }) => title)).toEqual(await titles(page))

  web.gateway.answers['PATCH /admin/api/banners'] = () => ({
    status: 500,
    error: { message: '잠시 후 다시 시도해 주세요.' },
  })
  await page.getByRole('button', { name: '겨울 준비 아래로' }).click()
  await page.getByText('순서를 바꾸지 못했어요').waitFor()
  await page.getByText(/요청 ID request-/).waitFor()
  expect(await titles(page)).toEqual(['겨울 준비', '가을 세차 20% 할인', '신규 매장 오픈'])
  const shown = page.getByRole('switch', { name: '겨울 준비 노출' })
  await shown.click()
  await eventually(() => shown.isChecked()).toBe(false)
})

test('showing or hiding a banner keeps the others in place', async () => {
  const { page, state } = await openBanners()
  const shown = page.getByRole('switch', { name: '가을 세차 20% 할인 노출' })
  await shown.waitFor()
  const list = web.gateway.answers['GET /admin/api/banners']
  const held = Promise.withResolvers<void>()
  web.gateway.answers['GET /admin/api/banners'] = async (...request) => {
    await held.promise
    return (await list?.(...request)) ?? { status: 500 }
  }
  const asked = page.waitForRequest((request) => request.method() === 'GET' && request.url().endsWith('/banners'))
  await shown.click()
  await asked // until the response to the change is shown
  expect(await titles(page)).toEqual(['가을 세차 20% 할인', '신규 매장 오픈', '겨울 준비'])
  expect(await shown.isChecked()).toBe(false)
  held.resolve()
  await page.getByRole('switch', { name: '겨울 준비 노출' }).click()
  await eventually(() => state.banners.map(({ visible }) => visible)).toEqual([false, true, true])
  expect(await titles(page)).toHaveLength(3)
})

test('quick consecutive steps all count, and the last order is sent', async () => {
  const { page, state } = await openBanners()
  const patch = web.gateway.answers['PATCH /admin/api/banners']
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  web.gateway.answers['PATCH /admin/api/banners'] = async (...request) => {
    await held
    return patch ? patch(...request) : { status: 500 }
  }
  const down = page.getByRole('button', { name: '가을 세차 20% 할인 아래로' })
  await down.click()
  await down.click()
  await page.getByRole('button', { name: '신규 매장 오픈 아래로' }).click()
  const [first, second, third] = ['겨울 준비', '신규 매장 오픈', '가을 세차 20% 할인']
  await page.getByText('신규 매장 오픈, 3개 중 2번째').waitFor({ state: 'attached' })
  expect(await titles(page)).toEqual([first, second, third])
  expect(await focused(page)).toBe('신규 매장 오픈 아래로')
  release()
  await page.getByText('순서를 바꿨어요').waitFor()
  await eventually(() => state.banners.map(({ title }) => title)).toEqual([first, second, third])
  expect(await titles(page)).toEqual([first, second, third])
  expect(state.patches).toHaveLength(2)
  expect(await page.getByText('순서를 바꿨어요').count()).toBe(1)
  await page.getByRole('button', { name: '실행 취소' }).click()
  await eventually(() => titles(page)).toEqual([third, second, first])
})

test('a deletion can be undone, is sent after the undo window, and is reverted if it fails', async () => {
  const { page, state } = await openBanners()
  const removeFirst = async () => {
    await page.getByRole('button', { name: '가을 세차 20% 할인 작업' }).click()
    await page.getByRole('button', { name: '삭제', exact: true }).click()
    await page.getByText('가을 세차 20% 할인 삭제했어요').waitFor()
  }
  await removeFirst()
  expect(await titles(page)).toEqual(['신규 매장 오픈', '겨울 준비'])
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await page.getByRole('button', { name: '실행 취소' }).click()
  expect(await titles(page)).toHaveLength(3)
  expect(state.banners).toHaveLength(3)

  const deletion = web.gateway.answers['DELETE /admin/api/banners/{id}']
  web.gateway.answers['DELETE /admin/api/banners/{id}'] = () => ({
    status: 409,
    error: { code: 'IN_USE', message: '쓰고 있어요.' },
  })
  await removeFirst()
  await page.getByText('삭제하지 못했어요. 쓰고 있어요.').waitFor()
  await eventually(() => titles(page)).toHaveLength(3)

  if (deletion) web.gateway.answers['DELETE /admin/api/banners/{id}'] = deletion
  await removeFirst()
  await page.getByRole('link', { name: '장치', exact: true }).click()
  await page.goto('about:blank') // closing the page sends the pending deletion
  await eventually(() => state.banners.map(({ title }) => title)).toEqual(['신규 매장 오픈', '겨울 준비'])
})

test('a new banner is validated by console and server, waits for its picture, and is sent once', async () => {
  const { page, state } = await openBanners('/manage/banners/new')
  // Content scrolled under the bar ends at a border, also while nothing has been changed.
  const bar = page.getByRole('button', { name: '저장' }).locator('..')
  expect(await bar.evaluate((element) => getComputedStyle(element).boxShadow)).not.toBe('none')
  await page.getByRole('button', { name: '저장' }).click()
  await page.getByText('고쳐야 할 곳이 2개 있어요', { exact: true }).first().waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title')
  expect(await violationsOf(page)).toEqual(noViolations)

  await page.getByLabel('제목').fill('겨울 타이어 할인')
  const upload = web.gateway.answers['POST /api/images']
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  web.gateway.answers['POST /api/images'] = async (...request) => {
    await held
    return upload ? upload(...request) : { status: 500 }
  }
  const chosen = { name: 'winter.png', mimeType: 'image/png', buffer: await picture }
  await page.locator('input[type=file]').setInputFiles(chosen)
  await page.getByRole('button', { name: '올리기 취소' }).click()
  await page.getByRole('button', { name: '끌어다 놓거나 선택' }).waitFor()
  await page.locator('input[type=file]').setInputFiles({ ...chosen, name: 'a.gif', mimeType: 'image/gif' })
  await page.getByText('JPEG, PNG, WebP 사진을 골라 주세요.').waitFor()
  await page.locator('input[type=file]').setInputFiles(chosen)
  await page.getByRole('progressbar').waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('사진을 올리는 중이에요. 끝나면 저장해요.').waitFor()
  release()
  await page.getByText('등록했어요').waitFor()
  await page.waitForURL('**/manage/banners')
  await eventually(() => titles(page)).toContain('겨울 타이어 할인')
  expect(state.banners.filter(({ title }) => title === '겨울 타이어 할인')).toHaveLength(1)
})

test('only changes are sent, the server’s fault is at its field, and every way out asks about unsaved changes', async () => {
  const { page, state } = await openBanners()
  await page.getByRole('link', { name: '신규 매장 오픈' }).click()
  await page.getByRole('heading', { name: '변경 이력' }).waitFor()
  const title = page.getByLabel('제목')
  const dialog = page.getByRole('dialog', { name: '저장하지 않은 내용이 있어요' })
  const stay = async () => {
    await dialog.getByRole('button', { name: '계속 편집' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await title.fill('신규 매장')
  await page.getByText('저장하지 않은 변경 1개').waitFor()
  // A link of the page, one of the menu, the search, the browser's back button, sign-out, closing the tab.
  await page.getByRole('link', { name: '배너' }).first().click()
  await stay()
  await page.getByRole('link', { name: '장치', exact: true }).click()
  await stay()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: '검색어' }).fill('앱 설정')
  await page.keyboard.press('Enter')
  await stay()
  await page.evaluate(() => history.back())
  await stay()
  await page.getByRole('button', { name: '계정' }).click()
  await page.getByRole('button', { name: '로그아웃' }).click()
  await stay()
  const asked = page.waitForEvent('dialog')
  const closed = page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await closed
  expect(await title.inputValue()).toBe('신규 매장')

  const patch = web.gateway.answers['PATCH /admin/api/banners']
  web.gateway.answers['PATCH /admin/api/banners'] = () => ({
    status: 400,
    error: { code: 'VALIDATION_FAILED', message: '', details: [{ path: 'title', message: '다른 제목을 써 주세요.' }] },
  })
  await page.getByRole('button', { name: '저장' }).click()
  await page.getByText('다른 제목을 써 주세요.').first().waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title')
  if (patch) web.gateway.answers['PATCH /admin/api/banners'] = patch
  await page.getByRole('link', { name: '장치', exact: true }).click()
  await dialog.getByRole('button', { name: '저장하고 나가기' }).click()
  await page.getByRole('heading', { level: 1, name: '장치' }).waitFor()
  expect(state.patches).toEqual([{ banners: [{ id: state.banners[1]?.id, title: '신규 매장' }] }])
  expect(state.banners[1]?.title).toBe('신규 매장')
})

test('an edit conflict shows both values, and the link back leads to the same row', async () => {
  const { page, state } = await openBanners()
  await page.getByRole('link', { name: '겨울 준비' }).click()
  const title = page.getByLabel('제목')
  await title.fill('겨울 준비는 킹카에서')
  state.banners = state.banners.map((each) =>
    each.title === '겨울 준비' ? { ...each, title: '겨울 준비 끝', linkUrl: 'https://kingcar.test/winter' } : each,
  )
  state.version += 1
  await page.getByRole('button', { name: '저장' }).click()
  const dialog = page.getByRole('dialog', { name: '다른 관리자가 먼저 저장했어요' })
  await dialog.getByText('겨울 준비 끝').waitFor()
  await dialog.getByText('겨울 준비는 킹카에서').waitFor()
  await dialog.getByText('다른 관리자가 바꾼 항목은 그대로 받았어요. (연결할 주소)').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await dialog.getByLabel('내 값').check()
  await dialog.getByRole('button', { name: '이대로 저장' }).click()
  await page.getByText('저장했어요').waitFor()
  expect(state.banners[2]).toMatchObject({ title: '겨울 준비는 킹카에서', linkUrl: 'https://kingcar.test/winter' })
  expect(state.patches.at(-1)).toEqual({ banners: [{ id: state.banners[2]?.id, title: '겨울 준비는 킹카에서' }] })

  await page.locator('main').getByRole('link', { name: '배너' }).click()
  await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('겨울 준비는 킹카에서')
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await violationsOf(page)).toEqual(noViolations)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
