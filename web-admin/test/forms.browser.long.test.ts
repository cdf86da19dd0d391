import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { eventually, noViolations, violationsOf, wide, withConsole } from './browser.ts'
import { tokenFor } from './fake-gateway.ts'
import { stores, withManagement } from './manage-gateway.ts'

/* Behaviour that all forms share: no input is lost, nothing is sent by mistake. */

const web = withConsole()

async function opened(path: string, prepare: (page: Page) => Promise<unknown> = async () => {}) {
  const state = withManagement(web.gateway)
  const page = await web.open(path, { ...wide, prepare })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, state }
}

const banner = '/manage/banners/019aa000-0006-7000-8000-000000000003'
const leaving = (page: Page) => page.getByRole('dialog', { name: '저장하지 않은 내용이 있어요' })

/** Holds the response of a call until released. */
function hold(call: string) {
  const answer = web.gateway.answers[call]
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  let asked = 0
  web.gateway.answers[call] = async (...request) => {
    asked += 1
    await held
    return answer?.(...request) ?? { status: 500 }
  }
  return { release, asked: () => asked }
}

const pictureFile = (name: string) =>
  sharp({ create: { width: 64, height: 20, channels: 3, background: '#3b6cf0' } })
    .png()
    .toBuffer()
    .then((buffer) => ({ name, mimeType: 'image/png', buffer }))

test('staying with unsaved changes deletes nothing, neither then nor later', async () => {
  const { page, state } = await opened(banner)
  const title = page.getByRole('textbox', { name: '제목' })
  await title.fill('겨울 준비 끝')
  await page.getByRole('button', { name: '삭제' }).click()
  await leaving(page).getByRole('button', { name: '계속 편집' }).click()
  await page.getByRole('button', { name: '저장' }).click()
  await page.getByText('저장했어요').waitFor()
  await page.getByRole('link', { name: '장치', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '장치' }).waitFor()
  expect(await page.getByText('삭제했어요').count()).toBe(0)
  await page.goBack()
  await eventually(() => title.inputValue()).toBe('겨울 준비 끝') // the title before is shown until the saved one is loaded
  await title.fill('겨울 준비')
  await page.getByRole('button', { name: '삭제' }).click()
  await leaving(page).getByRole('button', { name: '버리고 나가기' }).click()
  await page.getByText('겨울 준비 끝 삭제했어요').waitFor()
  await page.waitForURL('**/manage/banners')
  expect(state.banner.banners.map(({ title }) => title)).toContain('겨울 준비 끝')
})

test('a version of terms can still be edited after its deletion was cancelled because of unsaved changes', async () => {
  const { page, state } = await opened('/manage/terms')
  await page.getByRole('table', { name: '이용약관 버전 목록', exact: true }).locator('a[data-row]').first().click()
  const title = page.getByRole('textbox', { name: '제목', exact: true })
  const name = await title.inputValue()
  await title.fill('새 이용약관')
  await page.getByRole('button', { name: '삭제' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('약관 제목').fill(name)
  await dialog.getByRole('button', { name: '삭제' }).click()
  await leaving(page).getByRole('button', { name: '계속 편집' }).click()
  await eventually(() => dialog.count()).toBe(0)
  await title.fill('새 이용약관 2')
  await page.getByText('저장하지 않은 변경 1개').waitFor()
  expect(state.content.terms.items).toHaveLength(3)
})

test('input during saving stays and counts as unsaved', async () => {
  const { page, state } = await opened(banner)
  const { release, asked } = hold('PATCH /admin/api/banners')
  const title = page.getByRole('textbox', { name: '제목' })
  await title.fill('겨울 준비 하나')
  await page.keyboard.press('Control+s')
  await eventually(asked).toBe(1)
  await title.press('End')
  await title.pressSequentially(' 더')
  release()
  await page.getByText('저장했어요').waitFor()
  expect(await title.inputValue()).toBe('겨울 준비 하나 더')
  await page.getByText('저장하지 않은 변경 1개').waitFor()
  await page.getByRole('link', { name: '장치', exact: true }).click()
  await leaving(page).getByRole('button', { name: '계속 편집' }).click()
  await page.keyboard.press('Control+s')
  await eventually(() => state.banner.banners[2]?.title).toBe('겨울 준비 하나 더')
})

test('a new entity cannot be edited while it is being sent, and a failure restores the focus', async () => {
  const { page } = await opened('/manage/notices/new')
  web.gateway.answers['POST /admin/api/notices'] = () => ({
    status: 500,
    error: { message: '잠시 후 다시 해 주세요.' },
  })
  const { release, asked } = hold('POST /admin/api/notices')
  const title = page.getByRole('textbox', { name: '제목' })
  await title.fill('설 연휴')
  await page.getByRole('textbox', { name: '내용' }).pressSequentially('쉬어요')
  await title.focus()
  await page.keyboard.press('Control+s')
  await eventually(asked).toBe(1)
  const isInert = (name: string) =>
    page.getByLabel(name, { exact: true }).evaluate((element) => element.closest('[inert]') !== null)
  expect([await isInert('제목'), await isInert('고정')]).toEqual([true, true])
  release()
  await page.getByText('저장하지 못했어요').first().waitFor()
  await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('title')
})

test('nothing is saved if a picture failed to upload', async () => {
  const { page, state } = await opened('/manage/banners/new')
  web.gateway.answers['POST /api/images'] = () => ({ status: 413, error: { message: '사진이 너무 커요.' } })
  const { release } = hold('POST /api/images')
  await page.getByRole('textbox', { name: '제목' }).fill('여름 배너')
  await page.locator('input[type=file]').setInputFiles(await pictureFile('a.png'))
  await page.getByRole('progressbar').waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('사진을 올리는 중이에요. 끝나면 저장해요.').waitFor()
  release()
  await page.getByText('사진을 올리지 못해서 저장하지 않았어요.').waitFor()
  await page.getByText(/사진이 너무 커요/).waitFor()
  expect(state.banner.banners).toHaveLength(3)
  expect(await page.getByRole('textbox', { name: '제목' }).inputValue()).toBe('여름 배너')
})

test('pictures are uploaded one after the other, while others are moved and removed, also on an insecure origin', async () => {
  const { page, state } = await opened(`/manage/stores/${stores[0]?.id}/edit`, (page) =>
    // Browsers offer it on secure origins only.
    page.addInitScript(() => Object.defineProperty(crypto, 'randomUUID', { value: undefined })),
  )
  let count = 0
  const idOf = (n: number) => `019aa000-0007-7000-8000-00000000001${n}`
  web.gateway.answers['POST /api/images'] = () => {
    count += 1
    return { result: { id: idOf(count), contentType: 'image/png', width: 64, height: 20, bytes: 9 } }
  }
  const files = await Promise.all(['a.png', 'b.png'].map(pictureFile))
  const input = page.locator('input[type=file]')
  await input.setInputFiles(files)
  await page.getByRole('img', { name: '사진 2' }).waitFor()
  const { release, asked } = hold('POST /api/images')
  await input.setInputFiles(await pictureFile('c.png'))
  await eventually(asked).toBe(1)
  await page.getByRole('button', { name: '사진 2 앞으로' }).click()
  await page.getByRole('button', { name: '사진 2 빼기' }).click()
  release()
  await page.getByRole('img', { name: '사진 2' }).waitFor()
  await page.getByRole('button', { name: '저장' }).click()
  await eventually(() => state.store.writes).toEqual([{ imageIds: [idOf(2), idOf(3)] }])
})

test('several deletions are undone together, also by keyboard, and other toasts do not hide the offer', async () => {
  const { page, state } = await opened('/manage/banners')
  const titles = () => page.locator('a[data-row]').allInnerTexts()
  const removeOne = async (name: string) => {
    await page.getByRole('button', { name: `${name} 작업` }).click()
    await page.getByRole('button', { name: '삭제', exact: true }).click()
  }
  await removeOne('가을 세차 20% 할인')
  await removeOne('겨울 준비')
  await page.getByText('2개를 삭제했어요').waitFor()
  await eventually(titles).toEqual(['신규 매장 오픈'])
  await page.getByRole('switch', { name: '신규 매장 오픈 노출' }).click()
  await eventually(() => state.banner.patches.length).toBe(1)
  await page.getByRole('button', { name: /실행 취소/ }).waitFor()
  await page.keyboard.press('Control+z')
  await eventually(titles).toHaveLength(3)
  expect(await page.getByRole('button', { name: /실행 취소/ }).count()).toBe(0)
  expect(state.banner.banners).toHaveLength(3)
})

test('signing out does not wait for an unresponsive server', async () => {
  const { page } = await opened('/manage/banners')
  const { asked, release } = hold('DELETE /admin/api/banners/{id}')
  const givenUp: string[] = []
  page.on('requestfailed', (request) => givenUp.push(request.method()))
  await page.getByRole('button', { name: '겨울 준비 작업' }).click()
  await page.getByRole('button', { name: '삭제', exact: true }).click()
  await page.getByRole('button', { name: '계정' }).click()
  await page.getByRole('button', { name: '로그아웃' }).click()
  await page.waitForURL('**/login')
  expect([asked(), givenUp]).toEqual([1, []])
  release()
})

test('a date is typed part by part, its time stays, and an incomplete date is not sent', async () => {
  const { page, state } = await opened(banner)
  const day = page.getByLabel('시작', { exact: true })
  const time = page.getByLabel('시작 시각')
  await day.fill('2026-12-01')
  await time.fill('14:30')
  await day.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await page.getByRole('button', { name: '저장' }).click()
  await eventually(() => day.getAttribute('aria-invalid')).toBe('true')
  expect(state.banner.patches).toEqual([])
  await day.fill('2026-12-03')
  expect(await time.inputValue()).toBe('14:30')
  await page.getByRole('button', { name: '저장' }).click()
  await page.getByText('저장했어요').waitFor()
  expect(state.banner.patches).toMatchObject([{ banners: [{ startsAt: '2026-12-03T05:30:00.000Z' }] }])
  await day.fill('')
  await page.getByRole('button', { name: '저장' }).click()
  await eventually(() => state.banner.patches.at(-1)).toMatchObject({ banners: [{ startsAt: null }] })
  // The first part of a date stays until the rest is typed.
  const until = page.getByLabel('종료', { exact: true })
  await until.focus()
  await page.keyboard.type('2026')
  await page.getByRole('textbox', { name: '제목' }).fill('겨울')
  await page.getByRole('button', { name: '저장' }).click()
  await eventually(() => until.getAttribute('aria-invalid')).toBe('true')
  await until.focus()
  await page.keyboard.press('End')
  await page.keyboard.type('1205')
  await until.blur()
  await eventually(() => until.inputValue()).toBe('2026-12-05')
  expect(state.banner.patches).toHaveLength(2)
})

test('a digit in the middle of a price does not move the cursor', async () => {
  const { page } = await opened('/manage/products/new')
  const price = page.getByLabel('가격')
  await price.fill('100000')
  await price.blur()
  expect(await price.inputValue()).toBe('100,000')
  await price.press('Home')
  await price.press('ArrowRight')
  await price.pressSequentially('23')
  await price.blur()
  expect(await price.inputValue()).toBe('12,300,000')
})

test('Ctrl+S during a composition saves the syllable too', async () => {
  const { page, state } = await opened(banner)
  const title = page.getByRole('textbox', { name: '제목' })
  await title.fill('겨울')
  await title.press('End')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.imeSetComposition', { text: '용', selectionStart: 1, selectionEnd: 1 })
  await title.dispatchEvent('keydown', { key: 's', code: 'KeyS', ctrlKey: true, isComposing: true, bubbles: true })
  expect(state.banner.patches).toEqual([])
  await devtools.send('Input.insertText', { text: '용' })
  await eventually(() => state.banner.banners[2]?.title).toBe('겨울용')
})

test('an edit conflict preselects neither value, shows both as text, and who saved first', async () => {
  const { page, state } = await opened(banner)
  await page.getByRole('textbox', { name: '제목' }).fill('겨울 준비는 킹카에서')
  state.banner.banners = state.banner.banners.map((each, n) => (n === 2 ? { ...each, title: '겨울 준비 끝' } : each))
  state.banner.version += 1
  state.banner.changes = state.banner.changes.map((each) => ({ ...each, entityId: state.banner.banners[2]?.id ?? '' }))
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: '다른 관리자가 먼저 저장했어요' })
  await dialog.getByText(/^김매니저님이 11월 20일 14:02에 저장했어요/).waitFor()
  await dialog.getByRole('button', { name: '이대로 저장' }).click()
  await dialog.getByText('남길 값을 골라 주세요.').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  expect(state.banner.patches).toHaveLength(1)
  await dialog.getByLabel('저장된 값').check()
  await dialog.getByRole('button', { name: '이대로 저장' }).click()
  await eventually(() => dialog.count()).toBe(0)
  expect(await page.getByRole('textbox', { name: '제목' }).inputValue()).toBe('겨울 준비 끝')
  expect(state.banner.banners[2]?.title).toBe('겨울 준비 끝')
})

test.each([1366, 360])(
  'a failed save is visible in a window %i px wide, wherever the form is scrolled to',
  async (width) => {
    const { page } = await opened('/manage/products/new')
    await page.setViewportSize({ width, height: 700 })
    await page.route('**/admin/api/products', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await page.getByLabel('이름').fill('손세차')
    await page.getByLabel('가격').fill('12000')
    await page.getByRole('button', { name: '저장' }).click()
    const alert = page.getByRole('alert').filter({ hasText: '저장하지 못했어요' })
    await alert.getByText('서버에 연결할 수 없어요.').waitFor()
    const box = await alert.boundingBox()
    expect(box && [box.y >= 0, box.y + box.height <= 700]).toEqual([true, true])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await violationsOf(page)).toEqual(noViolations)
  },
)

test('faults with and without a field are both shown', async () => {
  const { page } = await opened(banner)
  const details = [
    { path: 'banners.0.title', message: '이 화면에 없는 이유예요.' },
    { path: 'title', message: '제목이 이미 있어요.' },
  ]
  web.gateway.answers['PATCH /admin/api/banners'] = () => ({
    status: 400,
    error: { code: 'VALIDATION_FAILED', message: '', details },
  })
  await page.getByRole('textbox', { name: '제목' }).fill('겨울')
  await page.getByRole('button', { name: '저장' }).click()
  await page.getByRole('alert').getByText('이 화면에 없는 이유예요.').waitFor()
  const title = page.getByRole('textbox', { name: '제목' })
  await eventually(() => title.evaluate((input) => input === document.activeElement)).toBe(true)
})

test('a session that ends while the user types is renewed over the form, and no input is lost', async () => {
  const { page, state } = await opened('/manage/notices/new')
  const create = web.gateway.answers['POST /admin/api/notices']
  const refused = () => ({ status: 401 })
  web.gateway.answers['POST /admin/api/notices'] = refused
  await page.getByRole('textbox', { name: '제목' }).fill('설 연휴')
  await page.getByRole('textbox', { name: '내용' }).pressSequentially('쉬어요')
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: '다시 로그인해 주세요' })
  await dialog.getByText('로그인이 끝났어요.').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)

  web.gateway.answers['POST /admin/api/login'] = () => ({
    status: 401,
    error: { code: 'LOGIN_FAILED', message: '로그인에 실패했어요.' },
  })
  await eventually(() => dialog.getByLabel('이메일').inputValue()).toBe('kim@kingcar.test')
  await dialog.getByLabel('비밀번호').fill('wrong')
  await page.keyboard.press('Enter')
  await dialog.getByText('로그인에 실패했어요.').waitFor()
  web.gateway.answers['POST /admin/api/login'] = () => ({
    result: { accessToken: tokenFor(900, 'n'), refreshToken: 'r' },
  })
  if (create) web.gateway.answers['POST /admin/api/notices'] = create
  await dialog.getByRole('button', { name: '로그인' }).click()
  await eventually(() => dialog.count()).toBe(0)
  expect(await page.getByRole('textbox', { name: '제목' }).inputValue()).toBe('설 연휴')
  await page.getByRole('button', { name: '저장' }).click()
  await eventually(() => state.content.notices.sent).toMatchObject([{ title: '설 연휴', content: '쉬어요' }])
})

test.for([
  ['a new', () => 'new'],
  ['an existing', (state: Awaited<ReturnType<typeof opened>>['state']) => state.content.notices.items[0]?.id],
] as const)(
  'another administrator who signs in over the form of %s notice is named, and goes on with it',
  async ([, of]) => {
    const { page, state } = await opened('/manage/notices')
    await page.goto(`${web.gateway.origin}/manage/notices/${of(state)}`)
    Object.assign(state.admin.admins[1] ?? {}, { role: 'owner' })
    for (const call of ['POST /admin/api/notices', 'PATCH /admin/api/notices/{id}'])
      web.gateway.answers[call] = () => ({ status: 401 })
    await page.getByRole('textbox', { name: '제목' }).fill('설 연휴')
    await page.getByRole('textbox', { name: '내용' }).fill('쉬어요')
    await page.keyboard.press('Control+s')
    const asTheOther = tokenFor(900, 'c', 0, 'admin', state.admin.admins[1]?.id)
    web.gateway.answers['POST /admin/api/login'] = () => ({
      result: { accessToken: asTheOther, refreshToken: 'other' },
    })
    const signIn = page.getByRole('dialog', { name: '다시 로그인해 주세요' })
    await signIn.getByLabel('이메일').fill('lee@kingcar.test')
    await signIn.getByLabel('비밀번호').fill('x')
    await signIn.getByRole('button', { name: '로그인' }).click()
    const dialog = page.getByRole('dialog', { name: '로그인한 계정이 바뀌었어요' })
    await dialog.getByText('이점장님이 로그인했어요.').waitFor()
    expect(await dialog.innerText()).not.toContain('다른 탭')
    const draftsOf = () =>
      page.evaluate(() => Object.keys(sessionStorage).flatMap((key) => /^draft (\S+)/.exec(key)?.[1] ?? []))
    await page.waitForLoadState('networkidle') // the account was read again under the new session
    expect(await draftsOf()).toEqual([state.admin.admins[0]?.id])
    await dialog.getByRole('button', { name: '이점장님으로 계속하기' }).click()
    await eventually(() => page.getByRole('button', { name: '이점장' }).count()).toBeGreaterThan(0)
    await eventually(() => page.getByRole('textbox', { name: '제목' }).inputValue()).toBe('설 연휴')
    await eventually(draftsOf).toEqual([state.admin.admins[1]?.id])
  },
)

test('a session that ends while the user types into a dialog keeps the text', async () => {
  const { page } = await opened('/manage/visits')
  await page.getByRole('button', { name: '방문 직접 기록' }).click()
  const dialog = page.getByRole('dialog', { name: '방문 직접 기록' })
  await dialog.getByLabel('매장').selectOption('분당점')
  await dialog.getByLabel('차량번호').fill('12가3456')
  await dialog.getByLabel('사유').fill('인식기가 꺼져 있었어요')
  web.gateway.answers['POST /admin/api/visits'] = () => ({ status: 401 })
  await dialog.getByRole('button', { name: '기록' }).click()
  await page.getByRole('dialog', { name: '다시 로그인해 주세요' }).waitFor()
  expect(await dialog.getByLabel('사유').inputValue()).toBe('인식기가 꺼져 있었어요')
  expect(new URL(page.url()).pathname).toBe('/manage/visits')
})
