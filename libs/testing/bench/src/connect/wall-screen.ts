import { fileURLToPath } from 'node:url'
import type { Tokens } from '@kingcar/e2e/http'
import type { Browser, BrowserContext } from 'playwright-core'

/** Milliseconds since the page was asked for. */
export type Opening = {
  /** When something of it was painted. */
  painted: number
  /** When its socket was open; a car is read at that moment. */
  opened: number
  /** When the car's card was in the page, and began to fade in. */
  entered: number
  /** When the car's plate could be read. */
  drawn: number
}

export type Wall = {
  browser: Browser
  /** Where the product is reached. */
  url: string
  tokens: Tokens
  /** Lets a car be read. */
  read: () => Promise<unknown>
}

/** Milliseconds until a page that shows no car is given up. */
const patience = 60_000
/** Of a wall screen. */
const viewport = { width: 1_920, height: 1_080 }

/** Opens the wall screen in a new profile of somebody who is signed in, and lets a car come when its socket is open. */
export async function openWall({ browser, url, tokens, read }: Wall, slowness: number): Promise<Opening> {
  const context = await browser.newContext({ locale: 'ko-KR', viewport })
  try {
    const { promise: drawn, resolve, reject } = Promise.withResolvers<Opening>()
    let opened = 0
    await context.exposeFunction('socketOpened', (at: number) => {
      opened ||= at
      read().catch(reject)
    })
    await context.exposeFunction('carDrawn', (at: number, entered: number, painted: number) =>
      resolve({ painted, opened, entered, drawn: at }),
    )
    await context.addInitScript({ path: fileURLToPath(new URL('./page-observer.js', import.meta.url)) })
    await beSignedIn(context, tokens)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    await page.goto(`${url}/connect`, { timeout: patience })
    const timer = setTimeout(() => reject(new Error(`no car was drawn within ${patience} ms`)), patience)
    return await drawn.finally(() => clearTimeout(timer))
  } finally {
    await context.close()
  }
}

/** As the console keeps it. */
const beSignedIn = (context: BrowserContext, tokens: Tokens) =>
  context.addInitScript(`
    localStorage.setItem('accessToken', ${JSON.stringify(tokens.accessToken)})
    localStorage.setItem('refreshToken', ${JSON.stringify(tokens.refreshToken)})`)
