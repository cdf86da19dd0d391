import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { eventually, noViolations, violationsOf, wallSizes, withConsole } from './browser.ts'
import { liveEvent, tokenFor } from './fake-gateway.ts'

const web = withConsole()

declare global {
  interface Window {
    locks: { release(): void }[]
  }
}

/** A live screen in a browser with the autoplay policy of desktop browsers. */
async function openConnect(search = '', prepare: () => void = strictSound) {
  const page = await web.open('/login', { signedIn: true })
  await page.addInitScript(prepare)
  await page.goto(`${web.gateway.origin}/connect${search}`)
  await page.getByText('연결됨', { exact: true }).waitFor()
  return page
}

/** A live screen with the session of a wall screen. */
async function asScreen(search: string) {
  const page = await web.open('/login', { prepare: (opened) => opened.clock.install() })
  await page.evaluate(
    (token) => {
      localStorage.setItem('accessToken', token)
      localStorage.setItem('refreshToken', 'refresh-screen')
    },
    tokenFor(900, 's', 0, 'screen'),
  )
  await page.goto(`${web.gateway.origin}/connect${search}`)
  return page
}

/** Keeps sound suspended until a user gesture; headless Chromium does that only sometimes. */
function strictSound() {
  let touched = false
  for (const gesture of ['pointerdown', 'keydown']) {
    addEventListener(
      gesture,
      () => {
        touched = true
      },
      true,
    )
  }
  window.AudioContext = class extends AudioContext {
    running = false
    override get state() {
      return this.running ? 'running' : 'suspended'
    }
    override async resume() {
      if (!touched) return new Promise<void>(() => {})
      await super.resume()
      this.running = true
      this.onstatechange?.call(this, new Event('statechange'))
    }
  }
}
const badge = (page: Page) => page.getByText('소리 꺼짐')
const sound = (page: Page) => page.getByRole('button', { name: /^소리/ })

test('a screen opened without a gesture shows that its sound is off, until it is tapped anywhere', async () => {
  const page = await openConnect()
  await badge(page).waitFor()
  expect(await sound(page).getAttribute('aria-pressed')).toBe('false')
  await page.mouse.click(200, 200)
  await eventually(() => badge(page).count()).toBe(0)
  expect(await sound(page).getAttribute('aria-pressed')).toBe('true')
})

test('the connect button unlocks the sound', async () => {
  const page = await web.open('/login', { signedIn: true })
  await page.addInitScript(strictSound)
  await page.goto(web.gateway.origin)
  await page.getByRole('button', { name: '연결하기' }).click()
  await page.getByText('연결됨', { exact: true }).waitFor()
  await eventually(() => sound(page).getAttribute('aria-pressed')).toBe('true')
  expect(await badge(page).count()).toBe(0)
})

test('M and the button switch the sound, also in a Korean layout, and the choice is stored', async () => {
  const page = await openConnect()
  await page.keyboard.press('KeyM')
  await eventually(() => sound(page).getAttribute('aria-pressed')).toBe('true')
  await sound(page).click()
  await eventually(() => sound(page).getAttribute('aria-pressed')).toBe('false')
  expect(await page.getByText('화면을 한 번 눌러 주세요').count()).toBe(0)
  await page.reload()
  await page.getByText('연결됨', { exact: true }).waitFor()
  await page.mouse.click(200, 200)
  expect(await sound(page).getAttribute('aria-pressed')).toBe('false')
  await page.keyboard.press('KeyM')
  await eventually(() => sound(page).getAttribute('aria-pressed')).toBe('true')
})

test('F and the button enter and leave full screen', async () => {
  const page = await openConnect()
  const filled = () => page.evaluate(() => document.fullscreenElement !== null)
  await page.keyboard.press('KeyF')
  await eventually(filled).toBe(true)
  await page.getByRole('button', { name: /전체 화면/ }).click()
  await eventually(filled).toBe(false)
})

test('a kiosk has no switches', async () => {
  const page = await openConnect('?kiosk=1')
  web.gateway.send(liveEvent())
  await page.getByRole('article').waitFor()
  expect(await page.getByRole('button').count()).toBe(0)
  expect(await page.getByText('전체 화면').count()).toBe(0)
  expect(new URL(page.url()).search).toBe('?kiosk=1')
  expect(web.gateway.handshakes[0]?.path).toBe('/admin/api/live')
})

test('mask=1 works like mask=true', async () => {
  await openConnect('?mask=1')
  expect(web.gateway.handshakes.map(({ path }) => path)).toEqual(['/admin/api/live?mask=true'])
})

test('the display is kept on, also when the browser releases the wake lock', async () => {
  const page = await openConnect('', () => {
    window.locks = []
    const request = () => {
      const lock = {
        released: false,
        release() {
          lock.released = true
        },
      }
      window.locks.push(lock)
      return Promise.resolve(lock)
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request } })
  })
  await eventually(() => page.evaluate(() => window.locks.length)).toBe(1)
  await page.clock.install()
  await page.reload()
  await eventually(() => page.evaluate(() => window.locks.length)).toBe(1)
  await page.clock.runFor(60_000)
  expect(await page.evaluate(() => window.locks.length)).toBe(1)
  await page.evaluate(() => window.locks[0]?.release())
  await page.clock.runFor(15_000)
  await eventually(() => page.evaluate(() => window.locks.length)).toBe(2)
})

test.each([
  ['removed', '', 'screen'],
  ['removed', '?kiosk=1', 'screen'],
  ['of an administrator whose session ended', '?kiosk=1', 'admin'],
])(
  'a wall screen %s (%s) shows customers a clock, and no sign-in form, also after a reload',
  async (_, search, role) => {
    const page = await web.open('/login')
    await page.evaluate(
      (token) => {
        localStorage.setItem('accessToken', token)
        localStorage.setItem('refreshToken', 'refresh-screen')
      },
      tokenFor(900, 's', 0, role),
    )
    await page.goto(`${web.gateway.origin}/connect${search}`)
    await page.getByText('연결됨', { exact: true }).waitFor()
    web.gateway.answers['POST /admin/api/reissue'] = () => ({ status: 401 })
    web.gateway.close(4401)
    await page.getByRole('heading', { name: '화면을 준비하고 있어요' }).waitFor()
    await page.getByText('이 화면은 연결이 해제됐어요.').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: '화면을 준비하고 있어요' }).waitFor()
    expect(await page.locator('form, input').count()).toBe(0)
    for (const size of wallSizes) {
      await page.setViewportSize(size)
      expect(await violationsOf(page)).toEqual(noViolations)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
    }
    await page.getByRole('link', { name: '관리자 로그인' }).click()
    await page.waitForURL('**/login?redirect=%2Fmanage%2Fscreens')
  },
)

test.each([
  ['65 seconds behind', -65],
  ['three days behind', -3 * 86_400],
  ['three days ahead', 3 * 86_400],
])('a wall screen whose clock is %s renews its expired session', async (_, seconds) => {
  const { answers } = web.gateway
  const settings = answers['GET /admin/api/appSettings']
  answers['GET /admin/api/appSettings'] = (body, authorization, ...request) => {
    const [, claims = ''] = authorization?.split('.') ?? []
    const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number }
    if (exp < Date.now() / 1_000) return { status: 401, error: { code: 'TOKEN_EXPIRED' } }
    return settings?.(body, authorization, ...request) ?? { status: 404 }
  }
  const shiftClock = (page: Page) =>
    page.addInitScript((ms) => {
      const now = Date.now.bind(Date)
      Object.assign(window, { shift: ms })
      Date.now = () => now() + Number(Reflect.get(window, 'shift'))
    }, seconds * 1_000)
  const page = await web.open('/connect?kiosk=1', { signedIn: -30, prepare: shiftClock })
  await page.getByText('연결됨', { exact: true }).waitFor()
  await eventually(() => web.gateway.calls.filter((call) => call === 'POST /admin/api/reissue').length).toBe(1)

  await page.evaluate((expired) => localStorage.setItem('accessToken', expired), tokenFor(-30, 'c'))
  await page.evaluate(() => Object.assign(window, { shift: -86_400_000 })) // set back while it runs
  const before = web.gateway.handshakes.length
  web.gateway.close(4401)
  await eventually(() => web.gateway.handshakes.length).toBeGreaterThan(before)
  await page.getByText('연결됨', { exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/connect')
})

test('a wall screen shows its store and an offline recognizer, which it asks for with its own session', async () => {
  let recognizers = [{ online: false, clockSkewMs: null }]
  web.gateway.answers['GET /admin/api/screens/own/store'] = () => ({
    result: { storeId: 'store-1', storeName: '송도점', recognizers },
  })
  const page = await asScreen('')
  await page.locator('main > header').getByText('송도점').waitFor()
  await page.getByText('인식기 1대 연결 끊김').waitFor()
  await page.getByText('인식기가 연결되어 있지 않아요. 직원에게 알려 주세요.').waitFor()
  expect(web.gateway.calls).not.toContain('GET /admin/api/devices')
  recognizers = [{ online: true, clockSkewMs: null }]
  await page.clock.runFor(10_000)
  // Sooner than in a minute: the screen greets the cars of this recognizer.
  await page.getByText('차량을 기다리고 있어요').waitFor()
  expect(web.gateway.calls.filter((call) => call === 'GET /admin/api/screens/own/store')).toHaveLength(2)
  await page.getByText('연결됨', { exact: true }).waitFor()
})
