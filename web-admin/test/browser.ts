import { join } from 'node:path'
import { build } from '@kingcar/deploy/build'
import { launchBrowser, noViolations, violationsOf } from '@kingcar/testing/browser'
import { deadline } from '@kingcar/testing/deadline'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type FakeGateway, startFakeGateway, tokenFor } from './fake-gateway.ts'

export { noViolations, violationsOf }

/** Where the console is built to. */
const dist = join(import.meta.dirname, '../dist')

/** Waits until a condition of the test holds. */
export const eventually = <T>(read: () => T) => expect.poll(read)

/** A phone on its side and upright, a tall and a wide wall screen. */
export const wallSizes = [
  { width: 844, height: 390 },
  { width: 1080, height: 1920 },
  { width: 1920, height: 1080 },
  { width: 360, height: 640 },
]

/** Axe finds nothing on a page, and on a phone nothing of it has to be moved sideways. It leaves it as wide as a phone. */
export async function expectSound(page: Page) {
  expect(await violationsOf(page)).toEqual(noViolations)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
}

type Opening = BrowserContextOptions & {
  /** Seconds until its token expires, or as many as it has when it is new. */
  signedIn?: boolean | number
  /** What is done to the page before it loads anything. */
  prepare?: (page: Page) => Promise<unknown>
}

export type Console = {
  readonly gateway: FakeGateway
  /** A page of a new browser profile. What it says on its console is kept in `logOf`. */
  open: (path: string, options?: Opening) => Promise<Page>
  /** A live screen that is connected, whose clock the test turns. */
  openWall: (search?: string, options?: Opening) => Promise<Page>
  /**
   * Turns a screen's clock ahead at one go, by more than a minute. It takes that for a sleep and connects anew, where a
   * clock that runs faster than the network makes its socket look dead.
   */
  skip: (page: Page, milliseconds: number) => Promise<void>
  logOf: (page: Page) => string[]
}

let launched: Promise<Browser> | undefined

/**
 * The one Chromium of this process, which runs many files; another where that has gone. It ends with the process: on exit
 * Playwright kills it and removes its profile; where the process is killed, Chromium leaves because its pipe is broken.
 */
async function browserOfProcess(): Promise<Browser> {
  const browser = await launched?.catch(() => undefined)
  if (browser?.isConnected()) return browser
  // Vitest kills what has not ended half a second after this signal, on which Playwright alone would wait for Chromium.
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
      await page.getByText('연결됨', { exact: true }).waitFor()
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
