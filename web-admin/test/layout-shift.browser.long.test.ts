import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { withConsole } from './browser.ts'
import { withManagement } from './manage-gateway.ts'

const web = withConsole()
type State = ReturnType<typeof withManagement>

/** Pages whose parts come from several calls, and one of each other form. */
const addresses: Record<string, (state: State) => string> = {
  home: () => '/manage',
  'the board': () => '/manage/board',
  statistics: () => '/manage/statistics',
  'daily closing': () => '/manage/closing',
  'a list': () => '/manage/members',
  'a visit': ({ visit }) => `/manage/visits/${visit.visits[0]?.id}`,
  'a member': ({ member }) => `/manage/members/${member.members[0]?.id}`,
  'an order': ({ order }) => `/manage/orders/${order.orders[0]?.id}`,
  products: () => '/manage/products',
  'a banner': ({ banner }) => `/manage/banners/${banner.banners[0]?.id}`,
  'a product': ({ product }) => `/manage/products/${product.products[0]?.id}`,
  'a store': ({ store }) => `/manage/stores/${store.stores[0]?.id}`,
}

/** "needs improvement" begins at 0.1 (https://web.dev/articles/cls); half of it, since people work with these pages all day. */
const limit = 0.05

type Shift = { value: number; hadRecentInput: boolean; sources?: { node?: Element }[] }
declare global {
  interface Window {
    layoutShifts: { value: number; of: string[] }[]
  }
}

function observe() {
  window.layoutShifts = []
  const nameOf = ({ node }: { node?: Element }) => `${node?.nodeName}.${node?.className}`
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources = [] } of list.getEntries() as unknown as Shift[])
      if (!hadRecentInput) window.layoutShifts.push({ value, of: sources.map(nameOf) })
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Opens a page, on a processor six times slower, whose responses arrive one by one, each after the page has shown the one before. */
async function openSlowly(address: string, width: number): Promise<Page> {
  const held: (() => void)[] = []
  const page = await web.open(address, {
    ...{ viewport: { width, height: 768 }, signedIn: true, reducedMotion: 'reduce' },
    prepare: async (opened) => {
      const browser = await opened.context().newCDPSession(opened)
      await browser.send('Emulation.setCPUThrottlingRate', { rate: 6 })
      await opened.addInitScript(observe)
      await opened.route(/\/(admin\/)?api\//, async (route) => {
        await new Promise<void>((resolve) => void held.push(resolve))
        await route.fallback()
      })
    },
  })
  const isDone = async () => held.length === 0 && (await page.locator('h1:not([aria-busy=true] *)').count()) > 0
  while (!(await isDone()) || (await page.locator('[aria-busy=true]').count()) > 0) {
    held.shift()?.()
    await shown(page)
  }
  return page
}

/** Waits until the page has shown what it has. */
const shown = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

test.each(Object.entries(addresses))('nothing on a page jumps while its data arrives: %s', async (_, addressOf) => {
  const address = addressOf(withManagement(web.gateway))
  for (const width of [1366, 360]) {
    const page = await openSlowly(address, width)
    await page.evaluate(() => document.fonts.ready)
    const shifts = await page.evaluate(() => window.layoutShifts)
    const sum = shifts.reduce((all, { value }) => all + value, 0)
    expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(limit)
    await page.context().close()
  }
})
