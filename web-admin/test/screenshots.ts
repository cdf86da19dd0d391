import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser } from '@kingcar/testing/browser'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { build } from 'vite'
import { liveEvent, startFakeGateway, tokenFor } from './fake-gateway.ts'

/*
 * `npm run screenshots -w web-admin`: pictures of /connect in each of its states, at the sizes that it stands on, into
 * web-admin/screenshots. They are for people to look at; tests measure. A word after `--` takes the states with that name.
 */

type Gateway = Awaited<ReturnType<typeof startFakeGateway>>
type State = { fields?: object; after?: (page: Page, gateway: Gateway) => Promise<void> }

const moment = '2026-11-21T05:32:00.000Z'
const sizes = [
  { width: 360, height: 640 },
  { width: 844, height: 390 },
  { width: 1080, height: 1920 },
  { width: 1920, height: 1080 },
]

const states: Record<string, State> = {
  waiting: {},
  member: { fields: {} },
  guest: { fields: { name: '방문객', carNumber: '12허3456', visitCount: 1 } },
  late: { fields: { late: true, recognizedAt: '2026-11-21T03:05:00.000Z' } },
  used: { fields: { productUsed: { productName: '프리미엄 세차', remainingUses: 3 } } },
  commercial: { fields: { name: '이서', carNumber: '서울12바3456', visitCount: 128 } },
  masked: { fields: { name: '홍*동', carNumber: '12가 **56' } },
  idle: { fields: {}, after: (page) => page.clock.runFor(12 * 60_000) },
  retrying: {
    fields: {},
    after: async (page, gateway) => {
      await gateway.down()
      await page.waitForEvent('console', (message) => message.text() === 'closed')
      await page.clock.runFor(3_500)
      await page.getByText(/재시도/).waitFor()
    },
  },
}

const folder = join(import.meta.dirname, '../screenshots')

async function picture(browser: Browser, built: string, name: string, { fields, after }: State) {
  await using gateway = await startFakeGateway(built)
  const context = await browser.newContext({ locale: 'ko-KR', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.clock.install({ time: new Date(moment) })
  await page.goto(`${gateway.origin}/login`)
  await page.evaluate((token) => {
    localStorage.setItem('accessToken', token)
    localStorage.setItem('refreshToken', 'refresh')
  }, tokenFor(900))
  await page.goto(`${gateway.origin}/connect`)
  await page.getByText('연결됨', { exact: true }).waitFor()
  await page.mouse.click(100, 100) // the sound may play
  if (fields !== undefined) {
    gateway.send(liveEvent({ recognizedAt: moment, ...fields }))
    await page.getByRole('article').waitFor()
  }
  await after?.(page, gateway)
  await page.getByText('화면을 한 번 눌러 주세요').waitFor({ state: 'detached' })
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.evaluate(() => document.fonts.ready)
    const file = join(folder, `connect${name === 'member' ? '' : `-${name}`}-${size.width}.png`)
    await sharp(await page.screenshot())
      .png({ palette: true, quality: 95, effort: 10 })
      .toFile(file)
    console.log(`${file}: ${Math.round((await stat(file)).size / 1000)} kB`)
  }
  await context.close()
}

const wanted = process.argv[2] ?? ''
const built = await mkdtemp(join(tmpdir(), 'web-admin-'))
process.env.NODE_ENV = 'production'
await mkdir(folder, { recursive: true })
try {
  await build({ root: join(import.meta.dirname, '..'), logLevel: 'warn', build: { outDir: built, emptyOutDir: true } })
  const browser = await launchBrowser()
  for (const [name, state] of Object.entries(states)) {
    if (name.includes(wanted)) await picture(browser, built, name, state)
  }
  await browser.close()
} finally {
  await rm(built, { recursive: true, force: true })
}
