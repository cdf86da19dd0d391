import { gzipSync } from 'node:zlib'
import type { Admin } from '@kingcar/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, noViolations, sendDeletions, violationsOf, wide, withConsole } from './browser.ts'
import { ownId, tokenFor } from './fake-gateway.ts'
import { deviceOf, withManagement } from './manage-gateway.ts'

const web = withConsole()
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
/** Lets an administrator open every page. */
const makeOwner = (admin: Admin | undefined) => Object.assign(admin ?? {}, { role: 'owner' })
/** Another tab of the same origin, whose storage the console sees; a text costs no start of the console. */
async function openOther(page: Page) {
  const other = await page.context().newPage()
  await other.goto(`${web.gateway.origin}/licenses.txt`)
  return other
}
const [light, dark] = ['rgb(245, 246, 248)', 'rgb(12, 15, 21)']

test('the colour scheme is stored per browser, applied before the first paint, and does not affect the wall screen', async () => {
  withManagement(web.gateway)
  const page = await web.open('/manage/devices', { ...wide, colorScheme: 'light' })
  await page.getByText('1번 출입구').waitFor()
  expect(await background(page)).toBe(light)
  await page.getByRole('button', { name: '계정' }).click()
  await page.getByRole('button', { name: '어둡게' }).click()
  expect(await background(page)).toBe(dark)
  await page.getByRole('button', { name: '계정' }).click()
  expect(await page.getByRole('button', { name: '어둡게' }).getAttribute('aria-pressed')).toBe('true')

  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-paint').length > 0) seen.push(String(document.documentElement.dataset.scheme))
    }).observe({ type: 'paint', buffered: true })
  })
  await page.reload()
  await page.getByText('1번 출입구').waitFor()
  expect(await page.locator('head script[type=module]').getAttribute('blocking')).toBe('render')
  await eventually(() => page.evaluate(() => Reflect.get(window, 'seen'))).toEqual(['dark'])
  expect(await background(page)).toBe(dark)
  await page.goto(`${web.gateway.origin}/login`)
  await page.getByLabel('이메일').waitFor()
  expect(await background(page)).toBe(dark)

  await page.goto(`${web.gateway.origin}/manage/devices`)
  await page.getByRole('button', { name: '계정' }).click()
  await page.getByRole('button', { name: '시스템' }).click()
  expect(await background(page)).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await background(page)).toBe(dark)
  expect(await page.evaluate(() => localStorage.getItem('scheme'))).toBeNull()
})

test('the footer shows the system state, and the bar the breadcrumbs', async () => {
  const state = withManagement(web.gateway)
  const page = await web.open('/manage/deadLetters', { ...wide, prepare: (opened) => opened.clock.install() })
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: '장치 1대 연결 끊김' }).waitFor()
  expect(await page.getByRole('navigation', { name: '현재 위치' }).innerText()).toMatch(/시스템\s+처리하지 못한 메시지/)
  const current = page.getByRole('navigation', { name: '주 메뉴' }).locator('[aria-current=page]')
  expect(await current.allInnerTexts()).toEqual(['처리하지 못한 메시지'])

  state.devices = [deviceOf(1)]
  const asked = () => web.gateway.calls.filter((call) => call === 'GET /admin/api/devices').length
  const before = asked()
  await page.clock.runFor(50_000)
  expect(asked()).toBe(before)
  await page.clock.runFor(15_000)
  await footer.getByText('정상').waitFor()

  const devices = web.gateway.answers['GET /admin/api/devices']
  web.gateway.answers['GET /admin/api/devices'] = () => ({ status: 503 })
  web.gateway.answers['GET /admin/api/recognition/deadLetters'] = () => ({ status: 503 })
  await page.clock.runFor(20_000)
  await page.getByRole('link', { name: '앱 설정' }).click()
  await page.getByRole('link', { name: '처리하지 못한 메시지' }).click()
  await footer.getByText('서버가 응답하지 않아요').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  if (devices) web.gateway.answers['GET /admin/api/devices'] = devices
  await page.clock.runFor(16_000)
  await footer.getByText('정상').waitFor()
})

test('the menu has a sign and what waits for each page, and 시스템 is folded until it is opened', async () => {
  const { statistics } = withManagement(web.gateway)
  const of = { since: null, examples: [] }
  statistics.attention = {
    items: [
      { kind: 'doubtfulReads', count: 120, ...of },
      { kind: 'offlineDevices', count: 1, ...of },
      { kind: 'deadLetters', count: 2, ...of },
      { kind: 'endingPasses', count: 9, ...of },
    ],
    unavailable: [],
  }
  const page = await web.open('/manage/members', wide)
  await page.evaluate(() => localStorage.removeItem('systemMenu'))
  await page.reload()
  const menu = page.getByRole('navigation', { name: '주 메뉴' })
  const countOf = (name: string) =>
    menu
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name, exact: true }) })
      .getByRole('img')
  await menu.getByRole('button', { name: '시스템 처리할 일 3건', expanded: false }).click()
  await menu.getByRole('link', { name: '장치', exact: true }).waitFor()
  expect(await countOf('장치').getAttribute('aria-label')).toBe('처리할 일 1건')
  expect(await countOf('확인할 번호').innerText()).toBe('99+')
  expect(await countOf('이용 상품').count()).toBe(0)
  const signs = () => menu.locator('use').evaluateAll((all) => all.map((use) => (use as SVGUseElement).getBBox().width))
  await eventually(async () => (await signs()).filter((width) => width === 0)).toEqual([])
  expect((await signs()).length).toBe(await menu.getByRole('link').count())
  expect(await violationsOf(page)).toEqual(noViolations)

  await page.reload()
  await menu.getByRole('button', { name: '시스템', exact: true, expanded: true }).click()
  expect(await menu.getByRole('link', { name: '장치', exact: true }).count()).toBe(0)
  await page.goto(`${web.gateway.origin}/manage/devices`)
  await menu.locator('[aria-current=page]').getByText('장치').waitFor()
})

test('until the code of a management page is there, the frame of the shell is drawn', async () => {
  withManagement(web.gateway)
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const page = await web.open('/manage/members', {
    ...wide,
    prepare: (opened) =>
      opened.route('**/Shell-*.js', async (route) => {
        asked.resolve()
        await held.promise
        await route.continue()
      }),
  })
  await asked.promise
  const drawn = () => page.locator('#root').evaluate((root) => getComputedStyle(root).backgroundImage)
  expect(await drawn()).toContain('gradient')
  held.resolve()
  await page.getByRole('heading', { level: 1, name: '회원' }).waitFor()
  expect(await drawn()).toBe('none')
})

test('missing, slow and crashed pages are shown within the shell; a failed call can be copied without its token', async () => {
  withManagement(web.gateway)
  web.gateway.answers['GET /admin/api/visits/xx'] = () => ({ status: 400 })
  const page = await web.open('/manage/visits/xx', wide)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('heading', { level: 1, name: '없는 화면이에요' }).waitFor()
  await page.goto(`${web.gateway.origin}/manage/nowhere/at/all`)
  await page.getByRole('heading', { level: 1, name: '없는 화면이에요' }).waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)

  const held = Promise.withResolvers<void>()
  await page.route('**/SettingsPage-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  const menu = page.getByRole('navigation', { name: '주 메뉴' })
  await menu.getByRole('link', { name: '앱 설정' }).click()
  await page.getByRole('status').getByText('화면을 불러오는 중이에요').waitFor()
  held.resolve()
  await page.getByRole('heading', { level: 1, name: '앱 설정' }).waitFor()

  web.gateway.answers['GET /admin/api/recognition/deadLetters'] = () => ({ status: 500 })
  await menu.getByRole('link', { name: '처리하지 못한 메시지' }).click()
  await page.getByRole('button', { name: '개발자용 curl 복사' }).click()
  await page.getByRole('button', { name: '복사했어요' }).waitFor()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toContain(`curl -X GET '${web.gateway.origin}/admin/api/recognition/deadLetters?page=0'`)
  expect(command).toContain('Bearer $TOKEN')
  expect(command).not.toContain(await page.evaluate(() => String(localStorage.getItem('accessToken'))))

  await page.route('**/DevicesPage-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'throw 1' }))
  await menu.getByRole('link', { name: '장치' }).click()
  await page.getByRole('heading', { level: 1, name: '화면을 열지 못했어요' }).waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await menu.getByRole('link', { name: '앱 설정' }).click()
  await page.getByRole('heading', { level: 1, name: '앱 설정' }).waitFor()
})

test('the details of a failed call can be copied from a toast, also on an insecure origin without clipboard', async () => {
  const { banner } = withManagement(web.gateway)
  const page = await web.open('/manage/banners', wide)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  web.gateway.answers['PATCH /admin/api/banners'] = () => ({ status: 500 })
  const toast = page.getByRole('region', { name: '알림' })
  await page.getByRole('switch', { name: `${banner.banners[0]?.title} 노출` }).click()
  await toast.getByRole('button', { name: '개발자용 curl 복사' }).click()
  await toast.getByRole('button', { name: '복사했어요' }).waitFor()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toContain(`curl -X PATCH '${web.gateway.origin}/admin/api/banners'`)
  expect(command).toContain('Bearer $TOKEN')
  expect(await violationsOf(page)).toEqual(noViolations)

  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await toast.getByRole('button', { name: '요청 ID 복사' }).click()
  await toast.getByText('글자를 골라 두었어요. Ctrl+C로 복사해 주세요.').waitFor()
  expect(await page.evaluate(() => String(getSelection()))).toMatch(/^request-\d+$/)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('the account menu opens the third-party licences', async () => {
  withManagement(web.gateway)
  const page = await web.open('/manage/devices', wide)
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: '계정' }).click()
  await page.getByRole('button', { name: '오픈소스 라이선스' }).click()
  const licences = await opened
  await licences.waitForLoadState()
  expect(await licences.evaluate(() => [document.contentType, window.opener])).toEqual(['text/plain', null])
  expect(await licences.locator('body').innerText()).toMatch(/^react-dom [\d.]+: MIT$/m)
})

test('a newer build is offered when a chunk of this one is missing, and loading it asks about unsaved changes', async () => {
  withManagement(web.gateway)
  const page = await web.open('/manage/banners/new', wide)
  await page.getByLabel('제목').fill('아직 저장하지 않은 배너')
  await page.evaluate(() => Object.assign(window, { same: true }))
  const isSame = () => page.evaluate(() => Reflect.get(window, 'same') === true)
  web.gateway.state.build = '?2'
  await page.route('**/PasswordDialog-*.js', (route) => route.abort())
  await page.getByRole('button', { name: '계정' }).click()
  await page.getByRole('button', { name: '비밀번호 변경' }).click()
  await page.getByText('비밀번호 창을 열지 못했어요. 새로고침한 뒤 다시 시도해 주세요.').waitFor()
  await page.getByText('새 버전이 있어요').first().waitFor()
  expect(await isSame()).toBe(true)

  await page.getByRole('button', { name: '지금 새로고침' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '계속 편집' }).click()
  expect(await page.getByLabel('제목').inputValue()).toBe('아직 저장하지 않은 배너')
  expect(await isSame()).toBe(true)
  await page.getByRole('button', { name: '지금 새로고침' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '버리고 나가기' }).click()
  await eventually(() => isSame().catch(() => true)).toBe(false)
  await page.getByLabel('제목').waitFor()
  expect(await page.getByText('새 버전이 있어요').count()).toBe(0)
})

test('a newer build is checked periodically while the page is visible', async () => {
  withManagement(web.gateway)
  const page = await web.open('/manage/settings', { ...wide, prepare: (opened) => opened.clock.install() })
  await page.getByRole('heading', { level: 1, name: '앱 설정' }).waitFor()
  web.gateway.state.build = '?2'
  await page.clock.runFor(280_000)
  expect(await page.getByText('새 버전이 있어요').count()).toBe(0)
  // In small steps: the ten seconds for the response also run by this clock.
  const offered = page.getByRole('contentinfo').getByText('새 버전이 있어요')
  await eventually(async () => {
    await page.clock.runFor(500)
    return offered.count()
  }).toBe(1)
})

test('the bar names the signed-in administrator; one who signs in in another tab has to be confirmed first', async () => {
  const { admin } = withManagement(web.gateway)
  makeOwner(admin.admins[1])
  const page = await web.open('/manage/banners/new', wide)
  await page.getByLabel('제목').fill('아직 저장하지 않은 배너')
  const menu = page.getByRole('button', { name: '김매니저 소유자 계정' })
  await menu.click()
  await page.getByText('kim@kingcar.test').waitFor()
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.keyboard.press('Escape')

  const other = await page.context().newPage()
  await other.goto(`${web.gateway.origin}/login`)
  const asTheOther = tokenFor(900, 'c', 0, 'admin', admin.admins[1]?.id)
  web.gateway.answers['POST /admin/api/login'] = () => ({ result: { accessToken: asTheOther, refreshToken: 'other' } })
  await other.getByLabel('이메일').fill('lee@kingcar.test')
  await other.getByLabel('비밀번호').fill('x')
  await other.getByLabel('비밀번호').press('Enter')
  const dialog = page.getByRole('dialog', { name: '로그인한 계정이 바뀌었어요' })
  await dialog.getByText('이점장님이 로그인했어요.').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await eventually(() => dialog.isVisible()).toBe(true)
  expect(await violationsOf(page)).toEqual(noViolations)
  await dialog.getByRole('button', { name: '이점장님으로 계속하기' }).click()
  await page.getByRole('button', { name: '이점장 소유자 계정' }).waitFor()
  expect(await page.getByLabel('제목').inputValue()).toBe('아직 저장하지 않은 배너')

  // The same administrator again is no change.
  await other.evaluate(
    (token) => localStorage.setItem('accessToken', token),
    tokenFor(900, 'd', 0, 'admin', admin.admins[1]?.id),
  )
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  expect(await dialog.count()).toBe(0)
})

test('a tab that asks to sign in again stops asking when another tab has signed in', async () => {
  const { admin } = withManagement(web.gateway)
  const page = await web.open('/manage/notices/new', wide)
  const title = page.getByRole('textbox', { name: '제목' })
  await title.fill('설 연휴')
  await page.getByRole('textbox', { name: '내용' }).pressSequentially('쉬어요')
  web.gateway.answers['POST /admin/api/notices'] = () => ({ status: 401 })
  const other = await openOther(page)
  const signIn = page.getByRole('dialog', { name: '다시 로그인해 주세요' })
  for (const n of [0, 1]) {
    await page.getByRole('button', { name: '저장' }).click()
    await signIn.waitFor()
    await other.evaluate(
      ([accessToken = '', refreshToken = '']) => {
        localStorage.setItem('accessToken', accessToken)
        localStorage.setItem('refreshToken', refreshToken)
      },
      [tokenFor(900, `e${n}`, 0, 'admin', admin.admins[n]?.id), `refresh-e${n}`],
    )
    await eventually(() => signIn.count()).toBe(0)
    expect(await title.inputValue()).toBe('설 연휴')
  }
  await page.getByRole('button', { name: '이점장님으로 계속하기' }).waitFor()
})

test('another administrator who continues sends a new request, and signing out instead saves nothing', async () => {
  const { admin, content } = withManagement(web.gateway)
  makeOwner(admin.admins[1])
  const create = web.gateway.answers['POST /admin/api/notices']
  const keys: unknown[] = []
  web.gateway.answers['POST /admin/api/notices'] = (_, __, request) => {
    keys.push(request?.headers['idempotency-key'])
    return { status: 503 }
  }
  const page = await web.open('/manage/notices/new', wide)
  await page.getByRole('textbox', { name: '제목' }).fill('설 연휴')
  await page.getByRole('textbox', { name: '내용' }).pressSequentially('쉬어요')
  const save = page.getByRole('button', { name: '저장' })
  for (const count of [1, 2]) {
    await save.click()
    await eventually(() => keys.length).toBe(count)
    await page.getByRole('alert').getByText('저장하지 못했어요').waitFor()
  }
  expect(keys[1]).toBe(keys[0])

  const other = await openOther(page)
  const becomes = (id: string, n: number) =>
    other.evaluate(
      (token) => localStorage.setItem('accessToken', token),
      tokenFor(900, id, 0, 'admin', admin.admins[n]?.id),
    )
  await becomes('c', 1)
  const dialog = page.getByRole('dialog', { name: '로그인한 계정이 바뀌었어요' })
  await dialog.getByRole('button', { name: '이점장님으로 계속하기' }).click()
  await save.click()
  await eventually(() => keys.length).toBe(3)
  expect(keys[2]).not.toBe(keys[0])

  if (create) web.gateway.answers['POST /admin/api/notices'] = create
  await becomes('d', 0)
  await dialog.getByText('저장하지 않은 내용은 사라져요').waitFor()
  await dialog.getByRole('button', { name: '로그아웃' }).click()
  await page.waitForURL(`${web.gateway.origin}/login`)
  await page.getByLabel('이메일').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(content.notices.sent).toEqual([])
})

test('a deletion that one administrator requested is not sent with the session of another', async () => {
  const { admin, banner } = withManagement(web.gateway)
  const page = await web.open(`/manage/banners/${banner.banners[2]?.id}`, wide)
  await page.getByRole('button', { name: '삭제' }).click()
  await page.getByText('삭제했어요').waitFor()
  const asTheOther = tokenFor(900, 'c', 0, 'admin', admin.admins[1]?.id)
  const other = await openOther(page)
  await other.evaluate((token) => localStorage.setItem('accessToken', token), asTheOther)
  await page.getByRole('dialog', { name: '로그인한 계정이 바뀌었어요' }).waitFor()
  await sendDeletions(page)
  await page.getByText('로그인한 계정이 바뀌어서 삭제하지 않았어요').waitFor()
  await page
    .getByText(banner.banners[2]?.title ?? '')
    .first()
    .waitFor()
  expect(web.gateway.calls.filter((call) => call.startsWith('DELETE'))).toEqual([])
})

test('a deletion that is pending when a page with an expired token is left is offered on the next page, and sent', async () => {
  const { admin, banner } = withManagement(web.gateway)
  const [, , removed] = banner.banners
  const page = await web.open(`/manage/banners/${removed?.id}`, wide)
  const setToken = (token: string) =>
    page.evaluate((accessToken) => localStorage.setItem('accessToken', accessToken), token)
  const deletions = () => web.gateway.calls.filter((call) => call.startsWith('DELETE'))
  const offer = page.getByText(`${removed?.title} 삭제했어요`)
  await page.getByRole('button', { name: '삭제' }).click()
  await offer.waitFor()
  await setToken(tokenFor(-60))
  await page.goto(`${web.gateway.origin}/licenses.txt`)
  await setToken(tokenFor(900, 'c', 0, 'admin', admin.admins[1]?.id))
  await page.goto(`${web.gateway.origin}/manage/banners`)
  await page.getByText(removed?.title ?? '').waitFor() // the deletion is another administrator's
  await setToken(tokenFor(900))
  await page.reload()
  await offer.waitFor()
  await page.getByRole('button', { name: '실행 취소' }).click()
  await page.getByText(removed?.title ?? '').waitFor()
  await page.reload()
  await page.getByText(removed?.title ?? '').waitFor()
  expect(deletions()).toEqual([])

  await page.goto(`${web.gateway.origin}/manage/banners/${removed?.id}`)
  await page.getByRole('button', { name: '삭제' }).click()
  await offer.waitFor()
  const expired = tokenFor(-60)
  await setToken(expired)
  await page.goto(`${web.gateway.origin}/manage`)
  await offer.waitFor()
  await page.waitForFunction((token) => localStorage.getItem('accessToken') !== token, expired)
  await sendDeletions(page)
  await eventually(deletions).toHaveLength(1)

  for (const broken of ['{', '{}', '[null, 1]']) {
    await page.evaluate(([name, value]) => localStorage.setItem(name, value), [`deletions.${ownId}`, broken] as const)
    await page.goto(`${web.gateway.origin}/manage/banners`)
    await page.getByText(banner.banners[0]?.title ?? '').waitFor()
    expect(await page.evaluate((name) => localStorage.getItem(name), `deletions.${ownId}`)).toBeNull()
  }
})

test('a token that would expire before a deletion can no longer be undone is renewed immediately', async () => {
  const { banner } = withManagement(web.gateway)
  const page = await web.open(`/manage/banners/${banner.banners[2]?.id}`, { ...wide, signedIn: 8 }) // the undo window is as long
  await page.getByRole('button', { name: '삭제' }).click()
  await page.getByText('삭제했어요').waitFor()
  await eventually(() => page.evaluate(() => localStorage.getItem('refreshToken'))).toBe('refresh-2')
  expect(web.gateway.calls.filter((call) => call.startsWith('DELETE'))).toEqual([])
  await page.goto('about:blank')
  await eventually(() => web.gateway.calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(1)
})

test('/manage loads at most 325 kB with the font and what follows the page, and not the complete typeface', async () => {
  withManagement(web.gateway)
  const loaded: { url: string; bytes: Promise<number> }[] = []
  const page = await web.open('/manage', {
    ...wide,
    prepare: async (opened) =>
      opened.on('response', (response) => {
        if (!response.ok() || response.url().includes('/api/')) return
        const isFont = response.url().endsWith('.woff2')
        const bytes = response.body().then((body) => (isFont ? body.length : gzipSync(body).length))
        loaded.push({ url: new URL(response.url()).pathname, bytes })
      }),
  })
  await page.getByRole('contentinfo').getByText('장치 1대 연결 끊김').waitFor()
  await page.getByRole('heading', { name: '방금 온 차량' }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  const sizes = await Promise.all(loaded.map(({ bytes }) => bytes))
  expect(
    loaded.filter(({ url }) => /PretendardVariable-/.test(url) || /subset\.\d\.|subset\.[1-6]\d\./.test(url)),
  ).toEqual([])
  expect(sizes.reduce((sum, size) => sum + size, 0) / 1000).toBeLessThan(325)
})
