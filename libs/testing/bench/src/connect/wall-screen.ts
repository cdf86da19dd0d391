import { fileURLToPath } from 'node:url'
import type { Tokens } from '@kingcar/e2e/http'
import type { Browser, BrowserContext } from 'playwright-core'

/** Milliseconds since the navigation started. */
export type Opening = {
  /** First paint. */
  painted: number
  /** The socket is open; the car is read at this time. */
  opened: number
  /** The car's card was inserted and began to fade in. */
  entered: number
  /** The car's plate is readable. */
  drawn: number
}

export type Wall = {
  browser: Browser
  /** Base URL of the product. */
  url: string
  tokens: Tokens
  /** Sends a read of a car. */
  read: () => Promise<unknown>
}

/** Milliseconds after which a page that shows no car counts as failed. */
const patience = 60_000
/** Size of a wall screen. */
const viewport = { width: 1_920, height: 1_080 }

/** Opens the wall screen signed in, in a new browser profile, and sends a read of a car when its socket is open. */
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

/** Stores the tokens as the console does. */
const beSignedIn = (context: BrowserContext, tokens: Tokens) =>
  context.addInitScript(`
    localStorage.setItem('accessToken', ${JSON.stringify(tokens.accessToken)})
    localStorage.setItem('refreshToken', ${JSON.stringify(tokens.refreshToken)})`)
