import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { type FakeGateway, startFakeGateway, tokenFor } from './fake-gateway.ts'

const run = promisify(execFile)

// A browser on a busy machine is slow, not wrong.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

/** Waits until a condition of the test holds. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 15_000 })

/** A phone on its side and upright, a tall and a wide wall screen. */
export const wallSizes = [
  { width: 844, height: 390 },
  { width: 1080, height: 1920 },
  { width: 1920, height: 1080 },
  { width: 360, height: 640 },
]

export type Console = {
  readonly gateway: FakeGateway
  /** A page of a new browser profile. What it says on its console is kept in `logOf`. */
  open: (path: string, options?: BrowserContextOptions & { signedIn?: boolean | number }) => Promise<Page>
  /** A live screen that is connected, whose clock the test turns. */
  openWall: (search?: string) => Promise<Page>
  logOf: (page: Page) => string[]
}

/** A built console behind a fake gateway, and a Chromium, for the tests of one file. Each test has its own gateway. */
export function withConsole(): Console {
  let browser: Browser
  let folder: string
  let gateway: FakeGateway
  const logs = new WeakMap<Page, string[]>()

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'web-admin-'))
    const vite = join(fileURLToPath(import.meta.resolve('vite/package.json')), '../bin/vite.js')
    await run(process.execPath, [vite, 'build', '--outDir', folder, '--emptyOutDir'], {
      cwd: join(import.meta.dirname, '..'),
      env: { ...process.env, NODE_ENV: 'production' },
    })
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_BIN ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-background-networking'],
    })
  })
  afterAll(async () => {
    await browser?.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    gateway = await startFakeGateway(folder)
  })
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close()
    await gateway[Symbol.asyncDispose]()
  })

  const open: Console['open'] = async (path, { signedIn = false, ...options } = {}) => {
    const context = await browser.newContext({ locale: 'ko-KR', ...options })
    const page = await context.newPage()
    const log: string[] = []
    logs.set(page, log)
    page.on('console', (message) => log.push(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => log.push(`pageerror: ${error.message}`))
    if (signedIn !== false) {
      const expiresIn = signedIn === true ? 900 : signedIn
      await context.addInitScript(
        ([key, accessToken, refreshToken]) => {
          if (sessionStorage.getItem(key) !== null) return
          sessionStorage.setItem(key, 'done')
          localStorage.setItem('accessToken', accessToken)
          localStorage.setItem('refreshToken', refreshToken)
        },
        ['seeded', tokenFor(expiresIn), 'refresh-0'] as const,
      )
    }
    await page.goto(gateway.origin + path)
    return page
  }

  return {
    get gateway() {
      return gateway
    },
    open,
    openWall: async (search = '') => {
      const page = await open('/login', { signedIn: true })
      await page.clock.install()
      await page.goto(`${gateway.origin}/connect${search}`)
      await page.getByText('연결됨', { exact: true }).waitFor()
      return page
    },
    logOf: (page) => logs.get(page) ?? [],
  }
}
