import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, expectAccessible, withConsole } from './browser.ts'
import { tokenFor } from './fake-gateway.ts'

const web = withConsole()
const stored = (key: string) => localStorage.getItem(key)

async function openLogin(path = '/login', options: Parameters<typeof web.open>[1] = {}) {
  const page = await web.open(path, options)
  const email = page.getByLabel('이메일')
  const password = page.getByLabel('비밀번호')
  const submit = page.getByRole('button', { name: '로그인' })
  await submit.waitFor()
  return { page, email, password, submit }
}

test('empty fields show a fault, the first is focused, nothing is sent and the layout does not shift', async () => {
  const { page, email, password, submit } = await openLogin()
  const before = await submit.boundingBox()
  await submit.click()
  await page.getByText('이메일을 입력해주세요.', { exact: true }).waitFor()
  await page.getByText('비밀번호를 입력해주세요.', { exact: true }).waitFor()
  expect(await email.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await email.getAttribute('aria-invalid')).toBe('true')
  expect(await email.getAttribute('aria-describedby')).toBe('email-fault')
  expect(await submit.boundingBox()).toEqual(before)

  await email.fill('admin@kingcar.test')
  await page.getByText('이메일을 입력해주세요.').waitFor({ state: 'detached' })
  await submit.click()
  expect(await password.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(web.gateway.calls).not.toContain('POST /admin/api/login')
})

test('a browser that blocks storage shows what to do instead of an empty page, and none translates the page', async () => {
  const page = await web.open('/login', {
    prepare: (page) =>
      page.addInitScript(() => {
        const get = () => {
          throw new DOMException('blocked', 'SecurityError')
        }
        Object.defineProperty(window, 'localStorage', { get })
      }),
  })
  const reason = page.getByText('자바스크립트와 쿠키를 허용해 주세요')
  expect(await reason.isVisible()).toBe(false) // while the page loads
  const finishAnimations = (of: Page) =>
    of.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish()
    })
  await finishAnimations(page)
  await reason.waitFor()
  // A translation replaces texts in the page, which React then cannot find.
  expect(await page.locator('html').getAttribute('translate')).toBe('no')
  const opened = await openLogin()
  await finishAnimations(opened.page)
  expect(await opened.page.getByText('화면을 여는 중이에요').isHidden()).toBe(true)
})

test('a wrong password shows a toast, and the password is kept and selected', async () => {
  web.gateway.answers['POST /admin/api/login'] = () => ({ status: 401 })
  const { page, email, password } = await openLogin()
  await email.fill('admin@kingcar.test')
  await password.fill('wrong-password')
  await password.press('Enter')
  await page.getByText('로그인에 실패했습니다. 다시 시도해주세요.', { exact: true }).waitFor()
  const selected = await password.evaluate((field: HTMLInputElement) => [
    field.value,
    field.selectionStart,
    field.selectionEnd,
    field === document.activeElement,
  ])
  expect(selected).toEqual(['wrong-password', 0, 14, true])
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(await page.evaluate(stored, 'accessToken')).toBeNull()
  // The toast is in a live region that existed before it.
  expect(await page.locator('[role=status][aria-live=polite] .Toastify__toast--error').count()).toBe(1)
})

test('a success shows a toast, the tokens are stored, and / loads and logs the settings', async () => {
  let sent: unknown
  const { page, email, password, submit } = await openLogin()
  const login = web.gateway.answers['POST /admin/api/login']
  web.gateway.answers['POST /admin/api/login'] = (body, authorization) => {
    sent = body
    return login?.(body, authorization) ?? { status: 500 }
  }
  await email.fill(' admin@kingcar.test ')
  await password.fill('kingcar-demo-1234')
  await submit.click()
  await page.getByText('로그인 성공', { exact: true }).waitFor()
  await page.getByRole('heading', { name: '차량 인식기 연결' }).waitFor()
  expect(sent).toEqual({ email: 'admin@kingcar.test', password: 'kingcar-demo-1234' })
  expect(await page.evaluate(stored, 'refreshToken')).toBe('refresh-1')
  expect(await page.getByRole('button').count()).toBe(1)
  await eventually(() => web.logOf(page).filter((line) => line.startsWith('info: appSettings')).length).toBe(1)
  expect(web.logOf(page).filter((line) => /^(error|warning|pageerror)/.test(line))).toEqual([])
})

test('a double submit signs in once, and the button keeps its size', async () => {
  const answer = Promise.withResolvers<{ status: number }>()
  web.gateway.answers['POST /admin/api/login'] = () => answer.promise
  const { page, email, password, submit } = await openLogin()
  await email.fill('admin@kingcar.test')
  await password.fill('x')
  const before = await submit.boundingBox()
  await password.press('Enter')
  await page.locator('button[aria-busy=true]').waitFor()
  await password.press('Enter')
  expect(await submit.boundingBox()).toEqual(before)
  answer.resolve({ status: 401 })
  await page.getByText('로그인에 실패했습니다.').waitFor()
  expect(web.gateway.calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /admin/api/login'])
})

test.each([
  ['/connect?storeId=s1', '/connect?storeId=s1'],
  ['//evil.test', '/'],
])('signing in with redirect %s leads to %s', async (wanted, reached) => {
  const { page, email, password, submit } = await openLogin(`/login?redirect=${encodeURIComponent(wanted)}`)
  await email.fill('admin@kingcar.test')
  await password.fill('x')
  await submit.click()
  await page.waitForURL(web.gateway.origin + reached)
})

// ASVS 6.2.6, 6.2.7
test('the page has its title, password managers find the fields, the password can be pasted and shown, and Caps Lock is noticed', async () => {
  const { page, email, password } = await openLogin()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('관리자 로그인')
  expect(await page.getByText('차량 인식기 웹').isVisible()).toBe(true)
  expect(await page.title()).toBe('로그인 · 킹카')
  expect(await page.locator('html').getAttribute('lang')).toBe('ko')
  expect(await email.getAttribute('autocomplete')).toBe('username')
  expect(await password.getAttribute('autocomplete')).toBe('current-password')

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('a pasted password'))
  await password.focus()
  await page.keyboard.press('ControlOrMeta+V')
  expect(await password.inputValue()).toBe('a pasted password')
  await page.getByRole('button', { name: '보기' }).click()
  expect(await password.getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: '숨기기' }).click()
  expect(await password.getAttribute('type')).toBe('password')

  const press = (on: boolean) =>
    password.evaluate((field, capsLock) => {
      const event = new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: capsLock })
      field.dispatchEvent(event)
    }, on)
  await password.focus()
  await press(true)
  await page.getByText('Caps Lock이 켜져 있어요').waitFor()
  await press(false)
  await page.getByText('Caps Lock이 켜져 있어요').waitFor({ state: 'detached' })
})

test('the form has the width of its design on every screen', async () => {
  const { page } = await openLogin()
  for (const [width, formWidth] of [
    [1280, 360],
    [360, 328],
    [300, 268],
  ] as const) {
    await page.setViewportSize({ width, height: 700 })
    expect((await page.locator('form').boundingBox())?.width).toBe(formWidth)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test('signs in again with an expired token in the storage', async () => {
  const { page, email, password, submit } = await openLogin()
  await page.evaluate((token) => localStorage.setItem('accessToken', token), tokenFor(-60))
  await email.fill('admin@kingcar.test')
  await password.fill('x')
  await submit.click()
  await page.getByRole('heading', { name: '차량 인식기 연결' }).waitFor()
  expect(web.gateway.calls).not.toContain('POST /admin/api/reissue')
})

// ASVS 7.2.4
test('signing in over a session ends it on the server', async () => {
  const ended: unknown[] = []
  web.gateway.answers['POST /admin/api/logout'] = (body, authorization) => {
    ended.push([body, authorization])
    return { result: null }
  }
  const { page, email, password, submit } = await openLogin()
  const before = tokenFor(-600)
  await page.evaluate((token) => {
    localStorage.setItem('accessToken', token)
    localStorage.setItem('refreshToken', 'before')
  }, before)
  await email.fill('admin@kingcar.test')
  await password.fill('x')
  await submit.click()
  await page.getByRole('heading', { name: '차량 인식기 연결' }).waitFor()
  await eventually(() => ended).toEqual([[{ accessToken: before, refreshToken: 'before' }, `Bearer ${before}`]])
  expect(await page.evaluate(stored, 'refreshToken')).not.toBe('before')
})

test('after a refusal the form shows what to do', async () => {
  const { page, email, password } = await openLogin()
  const tooMany = '로그인 시도가 너무 많았어요. 비밀번호가 맞아도 지금은 로그인할 수 없으니'
  const json = { success: false, error: { code: 'RATE_LIMITED', message: '', requestId: 'r' } }
  let refusal: { status?: number; seconds?: number } = {}
  await page.route('**/admin/api/login', (route) => {
    const { status, seconds } = refusal
    if (status === undefined) return route.abort()
    return route.fulfill({ status, json, headers: seconds === undefined ? {} : { 'retry-after': String(seconds) } })
  })
  await email.fill('admin@kingcar.test')
  for (const [refused, hint] of [
    [{ status: 429, seconds: 200 }, `${tooMany} 4분 뒤에 다시 해 주세요.`],
    [{ status: 503 }, '서버에 문제가 있어요. 잠시 뒤에 다시 해 주세요.'],
    [{ status: 429, seconds: 30 }, `${tooMany} 30초 뒤에 다시 해 주세요.`],
    [{}, '서버에 연결할 수 없어요. 인터넷 연결을 확인해 주세요.'],
    [{ status: 401 }, ''],
  ] as const) {
    refusal = refused
    await password.fill('x')
    await password.press('Enter')
    await page.getByText('로그인에 실패했습니다. 다시 시도해주세요.', { exact: true }).first().waitFor()
    await eventually(() => page.locator('form > [role=status]').innerText()).toBe(hint)
    await page.setViewportSize({ width: 360, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  }
})

test('with a second factor the page asks for a code of the app or a recovery code', async () => {
  const sent: unknown[] = []
  const { answers } = web.gateway
  const login = answers['POST /admin/api/login']
  answers['POST /admin/api/login'] = (body, authorization) => {
    sent.push(body)
    const { code } = body as { code?: string }
    if (code === undefined) return { status: 401, error: { code: 'SECOND_FACTOR_REQUIRED', message: '' } }
    if (code === '000000') return { status: 400, error: { code: 'CODE_INVALID', message: '' } }
    return login?.(body, authorization) ?? { status: 500 }
  }
  const { page, email, password } = await openLogin()
  const account = { email: 'admin@kingcar.test', password: 'kingcar-demo-1234' }
  await email.fill(account.email)
  await password.fill(account.password)
  await password.press('Enter')
  await page.getByRole('heading', { name: '2단계 인증' }).waitFor()
  const code = page.getByLabel('인증 코드')
  expect([await code.getAttribute('autocomplete'), await code.getAttribute('inputmode')]).toEqual([
    'one-time-code',
    'numeric',
  ])
  expect(await code.evaluate((field) => field === document.activeElement)).toBe(true)
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText('인증 코드가 맞지 않아요.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: '복구 코드로 로그인' }).click()
  await page.getByLabel('복구 코드').fill('K7QM-2XWD-9RTH-4VBN-6YCF-3JPA')
  await page.keyboard.press('Enter')
  await page.getByText('로그인 성공', { exact: true }).waitFor()
  const withCode = (typed: string) => ({ ...account, code: typed })
  expect(sent).toEqual([account, withCode('000000'), withCode('K7QM-2XWD-9RTH-4VBN-6YCF-3JPA')])
})

test('an account with a passkey alone is asked for it, and for a recovery code where the browser has no passkeys', async () => {
  const details = ['passkey', 'recoveryCode'].map((path) => ({ path, message: '' }))
  web.gateway.answers['POST /admin/api/login'] = () => ({
    status: 401,
    error: { code: 'SECOND_FACTOR_REQUIRED', message: '', details },
  })
  web.gateway.answers['POST /admin/api/login/passkey'] = () => ({
    status: 409,
    error: { code: 'PASSKEYS_UNAVAILABLE', message: '이 서버는 패스키를 쓰도록 설정되지 않았어요.' },
  })
  const prove = async ({ page, email, password }: Awaited<ReturnType<typeof openLogin>>) => {
    await email.fill('admin@kingcar.test')
    await password.fill('kingcar-demo-1234')
    await password.press('Enter')
    await page.getByRole('heading', { name: '2단계 인증' }).waitFor()
    return page
  }
  const page = await prove(await openLogin())
  await page.getByText('이 계정에 등록한 패스키로 본인인지 확인해 주세요.').waitFor()
  expect(await page.getByText('인증 앱').count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.getByText('이 서버는 패스키를 쓰도록 설정되지 않았어요.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: '복구 코드로 로그인' }).click()
  await page.getByLabel('복구 코드').waitFor()
  const prepare = (opened: Page) => opened.addInitScript('delete window.PublicKeyCredential')
  const without = await prove(await openLogin(undefined, { prepare }))
  await without.getByLabel('복구 코드').waitFor()
  expect(await without.getByText(/패스키로 계속하기|인증 앱/).count()).toBe(0)
  details.pop()
  const stuck = await prove(await openLogin(undefined, { prepare }))
  await stuck.getByText('패스키를 쓸 수 있는 브라우저에서 로그인하거나').waitFor()
  expect(await stuck.getByRole('textbox').count()).toBe(0)
})

test('a passkey is offered where the browser has passkeys, and a refusal says what to do', async () => {
  web.gateway.answers['POST /admin/api/login/passkey'] = () => ({
    status: 409,
    error: { code: 'PASSKEYS_UNAVAILABLE', message: '이 서버는 패스키를 쓰도록 설정되지 않았어요.' },
  })
  const { page } = await openLogin()
  const passkey = page.getByRole('button', { name: '패스키로 계속하기' })
  await passkey.click()
  await page.getByText('이 서버는 패스키를 쓰도록 설정되지 않았어요.').waitFor()
  await passkey.click()
  await eventually(() => web.gateway.calls.filter((call) => call.endsWith('/login/passkey')).length).toBe(2)
  await expectAccessible(page)
  const without = await web.open('/login', {
    prepare: (opened) => opened.addInitScript('delete window.PublicKeyCredential'),
  })
  await without.getByRole('button', { name: '로그인' }).waitFor()
  expect(await without.getByRole('button', { name: '패스키로 계속하기' }).count()).toBe(0)
})
