import { expect, test } from 'vitest'
import { eventually, withConsole } from './browser.ts'
import { tokenFor } from './fake-gateway.ts'

const web = withConsole()
const stored = (key: string) => localStorage.getItem(key)
const atLogin = () => `${web.gateway.origin}/login`

test('an expired token is renewed by one reissue before the call', async () => {
  let authorization: string | undefined
  let pair: unknown
  web.gateway.answers['GET /admin/api/appSettings'] = (_, header) => {
    authorization = header
    return { result: [] }
  }
  const reissue = web.gateway.answers['POST /admin/api/reissue']
  web.gateway.answers['POST /admin/api/reissue'] = (body, header) => {
    pair = body
    return reissue?.(body, header) ?? { status: 500 }
  }
  const page = await web.open('/', { signedIn: -60 })
  await page.getByRole('button', { name: '연결하기' }).waitFor()
  await eventually(() => web.gateway.calls).toEqual(['POST /admin/api/reissue', 'GET /admin/api/appSettings'])
  expect(pair).toMatchObject({ refreshToken: 'refresh-0' })
  expect(await page.evaluate(stored, 'refreshToken')).toBe('refresh-2')
  expect(authorization).toBe(`Bearer ${await page.evaluate(stored, 'accessToken')}`)
})

test('two tabs renew it and both continue', async () => {
  const answered = Promise.withResolvers<void>()
  const reissue = web.gateway.answers['POST /admin/api/reissue']
  web.gateway.answers['POST /admin/api/reissue'] = async (body, header) => {
    await answered.promise
    return reissue?.(body, header) ?? { status: 500 }
  }
  const first = await web.open('/', { signedIn: -60 })
  await eventually(() => web.gateway.calls).toContain('POST /admin/api/reissue')
  const second = await first.context().newPage()
  await second.addInitScript(() => sessionStorage.setItem('seeded', 'done'))
  await second.goto(web.gateway.origin)
  await second.getByRole('button', { name: '연결하기' }).waitFor()
  answered.resolve()
  const settings = () => web.gateway.calls.filter((call) => call === 'GET /admin/api/appSettings').length
  await eventually(settings).toBe(2)
  // The other tab may see the new pair late and exchange a second time; it gets the same pair.
  expect(web.gateway.calls.filter((call) => call === 'POST /admin/api/reissue').length).toBeLessThanOrEqual(2)
  expect(await second.evaluate(stored, 'refreshToken')).toBe('refresh-2')
})

test('the clock offset is taken from the response, not from the age of the pair in it', async () => {
  web.gateway.state.ahead = 3_600
  web.gateway.answers['POST /admin/api/reissue'] = () => ({
    result: { accessToken: tokenFor(3_600 + 300, 'b', 600 - 3_600), refreshToken: 'refresh-2' },
  })
  const page = await web.open('/connect', { signedIn: -60 })
  await page.getByText('연결됨', { exact: true }).waitFor()
  const inSeoul = (ahead: number) =>
    new Intl.DateTimeFormat('ko-KR', {
      timeZone: 'Asia/Seoul',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(Date.now() + ahead * 1_000)
  await eventually(async () =>
    [inSeoul(3_540), inSeoul(3_600)].includes(await page.locator('header time').innerText()),
  ).toBe(true)
})

test('a rejected reissue leads to /login and leaves no token', async () => {
  web.gateway.answers['POST /admin/api/reissue'] = () => ({ status: 401 })
  const page = await web.open('/', { signedIn: -60 })
  await page.waitForURL(atLogin())
  expect(await page.evaluate(stored, 'accessToken')).toBeNull()
  expect(await page.evaluate(stored, 'refreshToken')).toBeNull()
})

test('a failed reissue leads to /login too', async () => {
  web.gateway.answers['POST /admin/api/reissue'] = () => ({ status: 503 })
  const page = await web.open('/', { signedIn: -60 })
  await page.waitForURL(atLogin())
})

test('a 401 on a call leads to /login', async () => {
  web.gateway.answers['GET /admin/api/appSettings'] = () => ({ status: 401 })
  const page = await web.open('/', { signedIn: true })
  await page.waitForURL(atLogin())
  expect(await page.evaluate(stored, 'accessToken')).toBeNull()
})

test('settings that cannot be loaded lead to /login', async () => {
  web.gateway.answers['GET /admin/api/appSettings'] = () => ({ status: 500 })
  const page = await web.open('/', { signedIn: true })
  await page.waitForURL(atLogin())
})

test('without a token every page leads to /login, and back after signing in', async () => {
  const page = await web.open('/')
  await page.waitForURL(atLogin())
  await page.goto(`${web.gateway.origin}/connect?mask=true`)
  await page.waitForURL(`${atLogin()}?redirect=%2Fconnect%3Fmask%3Dtrue`)
  // The page of the sign-in asks whether an administrator exists, and nothing else.
  expect(web.gateway.calls.filter((each) => each !== 'GET /admin/api/setup')).toEqual([])
  expect(web.gateway.handshakes).toEqual([])
})

test('a single one of the two tokens is not a session', async () => {
  const page = await web.open('/', { signedIn: true })
  await page.getByRole('button', { name: '연결하기' }).waitFor()
  await page.evaluate(() => localStorage.removeItem('refreshToken'))
  await page.reload()
  await page.waitForURL(atLogin())
})

test.each([true, false])(
  'an unknown address shows the not-found page with a link to the start (signed in: %s)',
  async (signedIn) => {
    const page = await web.open('/nowhere/at/all', { signedIn })
    await page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' }).waitFor()
    await page.getByRole('link', { name: '처음 화면으로' }).click()
    await page.getByRole('heading', { level: 1, name: signedIn ? '차량 인식기 연결' : '관리자 로그인' }).waitFor()
  },
)

test('a crash shows the crash page with the last request id to copy', async () => {
  const page = await web.open('/', { signedIn: true })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await eventually(() => web.logOf(page).some((line) => line.startsWith('info: appSettings'))).toBe(true)
  await page.route('**/ConnectPage-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'throw 1' }))
  await page.getByRole('button', { name: '연결하기' }).click()
  await page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' }).waitFor()
  await page.getByText('예상하지 못한 문제가 생겼어요. 새로고침해도 계속되면 요청 ID를 알려주세요.').waitFor()
  await page.getByRole('button', { name: '요청 ID 복사' }).click()
  await page.getByText('복사했어요').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('request-1')

  await page.unroute('**/ConnectPage-*.js')
  await page.getByRole('button', { name: '새로고침' }).click()
  await page.getByRole('heading', { name: '차량을 기다리고 있어요' }).waitFor()
})

test('a token that the server finds expired is renewed, and the call repeated', async () => {
  let refusals = 0
  web.gateway.answers['GET /admin/api/appSettings'] = (_, header) => {
    if (header?.endsWith('.b')) return { result: [] }
    refusals += 1
    return { status: 401, error: { code: 'TOKEN_EXPIRED' } }
  }
  const page = await web.open('/', { signedIn: true })
  await eventually(() => web.logOf(page).some((line) => line.startsWith('info: appSettings'))).toBe(true)
  expect(refusals).toBe(1)
  expect(new URL(page.url()).pathname).toBe('/')
})

test('/login says that the session has ended, also after a reload, but not after signing out', async () => {
  web.gateway.answers['GET /admin/api/appSettings'] = () => ({ status: 401 })
  const page = await web.open('/', { signedIn: true })
  await page.getByText('로그인이 끝났어요. 다시 로그인해 주세요.').waitFor()
  await page.reload()
  await page.getByText('로그인이 끝났어요. 다시 로그인해 주세요.').waitFor()
  await page.goto(`${web.gateway.origin}/`)
  await page.getByRole('button', { name: '로그인' }).waitFor()
  expect(await page.getByText('로그인이 끝났어요').count()).toBe(0)
})
