import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openFilters, wide, withConsole } from './browser.ts'
import { summaryOf } from './gateway/members.ts'
import { visitOf } from './gateway/visits.ts'
import { withManagement } from './manage-gateway.ts'

/* How soon the page answers a key or a click (https://web.dev/articles/inp), on a processor six times slower. */

const web = withConsole()
const slowness = 6
/**
 * An interaction takes no longer than building a table of so many rows does right beside it: about 340 ms on an idle machine of
 * two cores, and more on one that is busy. "good" ends at 200 ms.
 */
const rows = 1_000

type Interaction = {
  path: string
  /** One key or click. */
  act: (page: Page) => Promise<void>
  /** Makes the page ready for the next one. */
  reset?: (page: Page) => Promise<void>
}

const closeDialog = async (page: Page) => {
  const dialog = page.locator('dialog[open]')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

const interactions: Record<string, Interaction> = {
  'a key in a filter': { path: '/manage/visits?size=100', act: (page) => page.getByLabel('차량번호').press('4') },
  'a dialog opens': {
    path: '/manage/devices',
    act: (page) => page.getByRole('button', { name: '장치 등록' }).click(),
    reset: closeDialog,
  },
  'a list is sorted': {
    path: '/manage/members?size=100',
    act: (page) => page.getByRole('columnheader').getByRole('button').first().click(),
  },
  'the search opens': {
    path: '/manage/visits?size=100',
    act: (page) => page.keyboard.press('Control+k'),
    reset: closeDialog,
  },
  'the filters open': {
    path: '/manage/orders?size=100',
    act: openFilters,
    reset: openFilters,
  },
  'a calendar opens': {
    path: '/manage/closing',
    act: (page) => page.getByRole('button', { name: '달력에서 고르기' }).first().click(),
    reset: closeDialog,
  },
}

/** Starts to record how long interactions take until the next paint. */
const observe = (page: Page) =>
  page.evaluate(() => {
    const seen: number[] = []
    const add = (entries: PerformanceEntryList) => {
      for (const { duration, interactionId } of entries as PerformanceEventTiming[])
        if (interactionId > 0) seen.push(duration)
    }
    const observer = new PerformanceObserver((list) => add(list.getEntries()))
    observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    const slowest = () => {
      add(observer.takeRecords())
      return Math.max(0, ...seen.splice(0))
    }
    Object.assign(window, { slowest })
  })

/** The slowest interaction since the last call, after two paints. One without an entry took less than 16 ms. */
const slowest = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))
    return Reflect.get(window, 'slowest')()
  })

/** Milliseconds that the page needs to build and lay out a table. */
const tableTime = (page: Page): Promise<number> =>
  page.evaluate(async (count) => {
    const began = performance.now()
    const table = document.body.appendChild(document.createElement('table'))
    for (let at = 0; at < count; at += 1)
      for (let cell = 0, row = table.insertRow(); cell < 6; cell += 1) row.insertCell().textContent = `${at} · ${cell}`
    table.getBoundingClientRect()
    const time = performance.now() - began
    table.remove()
    // Its removal is painted before the interaction begins.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))
    return time
  }, rows)

test.each(Object.entries(interactions))(
  'as soon as a table of 1,000 rows on a slow machine: %s',
  async (name, { path, act, reset }) => {
    const state = withManagement(web.gateway)
    // The longest pages of lists.
    state.visit.visits = Array.from({ length: 100 }, (_, n) => visitOf(n + 1))
    state.member.members = Array.from({ length: 100 }, (_, n) => summaryOf(n + 1))
    const page = await web.open(path, wide)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    // The code of the dialog is loaded when the pointer comes near, long before.
    await act(page)
    await reset?.(page)
    await page.waitForLoadState('networkidle')
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    await observe(page)
    const median = async () => {
      const times: number[] = []
      for (let time = 0; time < 3; time += 1) {
        const reference = await tableTime(page)
        await act(page)
        const taken = await slowest(page)
        times.push(taken / reference)
        console.info(`${name}: ${taken} ms, the table ${Math.round(reference)} ms`)
        await reset?.(page)
        await slowest(page)
      }
      return Number(times.toSorted((a, b) => a - b)[1])
    }
    // Other processes of the machine can meet one of the two: the best of five medians counts.
    let best = await median()
    for (let round = 1; round < 5 && best > 1; round += 1) best = Math.min(best, await median())
    expect(best).toBeLessThanOrEqual(1)
  },
)
