import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOnly, RunOptions } from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'

/** Starts a Chromium, by default the one that the tests' set-up found or downloaded. */
export function launchBrowser(executablePath = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium'): Promise<Browser> {
  return chromium.launch({
    executablePath,
    // There is no GPU, so a separate GPU process only costs time: a tenth of what a test's browser takes.
    args: [
      '--in-process-gpu',
      '--disable-gpu',
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
    ],
    env: { ...process.env, LC_ALL: 'C.UTF-8' }, // with another locale, files are saved without their Hangul
  })
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Sets the color scheme, and waits for the transitions to its colors, which axe would measure halfway. */
async function setColorScheme(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(`Promise.allSettled(
    document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && effect.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished),
  ).then(() => {})`)
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Violations of the rules that axe is to check: rules, each with its elements. A page keeps axe, whose source takes as long to
 * evaluate as an analysis. Passed checks are not requested: describing them takes half of axe's time.
 */
async function analyze(page: Page, runOnly: RunOnly | string[]): Promise<(readonly [string, string[]])[]> {
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(axeSource)
  const options: RunOptions = {
    runOnly,
    resultTypes: ['violations'],
    iframes: false,
    elementRef: false,
    preload: false,
  }
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}

/** Elements with too little contrast, in light and in dark mode. */
export async function lowContrastOf(page: Page): Promise<Record<'light' | 'dark', string[]>> {
  const of = async (colorScheme: 'light' | 'dark') => {
    await setColorScheme(page, colorScheme)
    return (await analyze(page, ['color-contrast'])).flatMap(([, elements]) => elements)
  }
  return { light: await of('light'), dark: await of('dark') }
}

/*
 * A link that is scrolled half behind a sticky bar is, for axe, as small as what is seen of it. Which link that is depends on the
 * heights of all rows above, so that the bars are out of the way during an analysis.
 */
const releaseBars = `for (const bar of document.querySelectorAll('body *')) {
  if (getComputedStyle(bar).position === 'sticky') Object.assign(bar.style, { position: 'relative', inset: 'auto' })
}`
const stickBars = `for (const bar of document.querySelectorAll('[style*="position: relative; inset: auto"]')) {
  Object.assign(bar.style, { position: '', inset: '' })
}`

/**
 * Violations that axe finds on a page, in light and in dark mode, which differ in contrast only: rules, each with its
 * elements.
 */
export async function violationsOf(page: Page) {
  await page.evaluate('document.fonts.ready')
  await setColorScheme(page, 'light')
  await page.evaluate(releaseBars)
  const light = await analyze(page, { type: 'tag', values: standards })
  await page.evaluate(stickBars)
  await setColorScheme(page, 'dark')
  return { light, dark: await analyze(page, ['color-contrast']) }
}

export const noViolations = { light: [], dark: [] }
