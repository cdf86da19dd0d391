import { join } from 'node:path'
import { build } from '@kingcar/deploy/build'
import { launchBrowser, noViolations, violationsOf } from '@kingcar/testing/browser'
import { deadline } from '@kingcar/testing/deadline'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type FakeGateway, startFakeGateway, tokenFor } from './fake-gateway.ts'

export { noViolations, violationsOf }

/** Build output of the console. */
const dist = join(import.meta.dirname, '../dist')

/** Waits until a condition of the test holds. */
export const eventually = <T>(read: () => T) => expect.poll(read)

/** The desk of an administrator: a common screen, signed in, without animations. */
export const wide = { viewport: { width: 1366, height: 768 }, signedIn: true, reducedMotion: 'reduce' } as const

/** A phone in both orientations, a tall and a wide wall screen. */
export const wallSizes = [
  { width: 844, height: 390 },
  { width: 1080, height: 1920 },
  { width: 1920, height: 1080 },
  { width: 360, height: 640 },
]

/** Shows the filters of a list that are behind the button. */
export const openFilters = (page: Page) => page.getByRole('button', { name: '필터', exact: true }).click()

/** Sends the pending deletions, as leaving the page does, instead of waiting until they can no longer be undone. */
export const sendDeletions = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('pagehide')))

/** Expects that axe finds nothing, and no horizontal scrolling on a phone. Leaves the page at the width of a phone. */
export async function expectAccessible(page: Page) {
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
}

/** Of exports. */
export const reason = '월말 정산을 대조해요'

/** What the URL of a file with personal data has besides the query of the list; the reason is in a header. */
export const exportMasks = 'full=false'

/** Downloads the list as a file, with a reason. */
export async function exportList(page: Page) {
  await page.getByRole('button', { name: 'CSV 내보내기' }).click()
  await page.getByRole('dialog').getByLabel('사유').fill(reason)
  await page.getByRole('dialog').getByRole('button', { name: '내려받기' }).click()
}

type Opening = BrowserContextOptions & {
  /** Seconds until the token expires; true for a new token. The group 시스템 of the menu is open. */
  signedIn?: boolean | number
  /** Prepares the page before it loads. */
  prepare?: (page: Page) => Promise<unknown>
}

/** The next write to an address reaches the service, and its response does not reach the console. */
export async function loseAnswer(page: Page, address: string) {
  let isLost = false
  await page.route(address, async (route) => {
    // Not by `unroute` afterwards, which could meet the next request before it has an effect.
    if (isLost || route.request().method() === 'GET') return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
}

export type Console = {
  readonly gateway: FakeGateway
  /** A page in a new browser profile. `logOf` has its console output. */
  open: (path: string, options?: Opening) => Promise<Page>
  /** A connected live screen whose clock the test controls. */
  openWall: (search?: string, options?: Opening) => Promise<Page>
  /**
   * Advances a screen's clock in one step, by more than a minute. The screen takes that for a sleep and reconnects; a clock
   * that only ran faster than the network would make its socket look dead.
   */
  skip: (page: Page, milliseconds: number) => Promise<void>
  logOf: (page: Page) => string[]
}

let launched: Promise<Browser> | undefined

/**
 * The single Chromium of this process, shared by many test files; started again if it has ended. It ends with the process: on
 * exit Playwright kills it and removes its profile; if the process is killed, Chromium ends because its pipe is broken.
 */
async function browserOfProcess(): Promise<Browser> {
  const browser = await launched?.catch(() => undefined)
  if (browser?.isConnected()) return browser
  // Vitest kills a process half a second after SIGTERM. Playwright's own handler would wait longer for Chromium.
  if (launched === undefined) process.once('SIGTERM', () => process.exit())
  launched = launchBrowser()
  return launched
}

/** A built console behind a fake gateway for the tests of one file. Each test has its own gateway and profiles. */
export function withConsole(): Console {
  let browser: Browser
  let gateway: FakeGateway
  const logs = new WeakMap<Page, string[]>()

  beforeAll(async () => {
    await build((line) => process.stderr.write(`${line}\n`))
  })
  beforeEach(async () => {
    browser = await browserOfProcess()
    gateway = await startFakeGateway(dist)
  })
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
    await gateway[Symbol.asyncDispose]()
  })

  const open: Console['open'] = async (path, { signedIn = false, prepare, ...options } = {}) => {
    const context = await browser.newContext({ locale: 'ko-KR', ...options })
    context.setDefaultTimeout(deadline)
    const page = await context.newPage()
    const log: string[] = []
    logs.set(page, log)
    page.on('console', (message) => log.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => log.push(`pageerror: ${error.message}`))
    if (signedIn !== false) {
      const expiresIn = signedIn === true ? 900 : signedIn
      await context.addInitScript(
        ([key, accessToken, refreshToken]) => {
          if (localStorage.getItem(key) !== null) return
          localStorage.setItem(key, 'done')
          localStorage.setItem('accessToken', accessToken)
          localStorage.setItem('refreshToken', refreshToken)
          localStorage.setItem('systemMenu', 'open')
        },
        ['seeded', tokenFor(expiresIn), 'refresh-0'] as const,
      )
    }
    await prepare?.(page)
    await page.goto(gateway.origin + path)
    return page
  }

  return {
    get gateway() {
      return gateway
    },
    open,
    openWall: async (search = '', { prepare, ...options } = {}) => {
      const turnClock = async (page: Page) => {
        await page.clock.install()
        await prepare?.(page)
      }
      const page = await open(`/connect${search}`, { signedIn: true, ...options, prepare: turnClock })
      await page.locator('main[data-phase=open]').waitFor()
      return page
    },
    skip: async (page, milliseconds) => {
      const opened = () => logs.get(page)?.filter((line) => line === 'info: open').length ?? 0
      const before = opened()
      await page.clock.fastForward(milliseconds)
      await eventually(opened).toBe(before + 1)
    },
    logOf: (page) => logs.get(page) ?? [],
  }
}
