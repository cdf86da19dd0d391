import { AxeBuilder } from '@axe-core/playwright'
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

/** axe for one analysis of a page. */
async function axeOn(page: Page): Promise<AxeBuilder> {
  // An analysis evaluates the source of axe twice, which takes half of its time: a page that has it keeps it.
  const isLoaded = await page.evaluate('typeof axe === "object"')
  // Legacy mode ignores frames, of which no page has any; without it axe opens another page for each analysis. Passed
  // checks are not requested: describing them takes half of axe's time.
  return new AxeBuilder({ page, ...(isLoaded ? { axeSource: ';' } : {}) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
}

/** Elements with too little contrast, in light and in dark mode. */
export async function lowContrastOf(page: Page): Promise<Record<'light' | 'dark', string[]>> {
  const of = async (colorScheme: 'light' | 'dark') => {
    await setColorScheme(page, colorScheme)
    const { violations } = await (await axeOn(page)).withRules(['color-contrast']).analyze()
    return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))
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
  const light = await (await axeOn(page)).withTags(standards).analyze()
  await page.evaluate(stickBars)
  await setColorScheme(page, 'dark')
  const dark = await (await axeOn(page)).withRules(['color-contrast']).analyze()
  const found = ({ violations }: typeof light) =>
    violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)] as const)
  return { light: found(light), dark: found(dark) }
}

export const noViolations = { light: [], dark: [] }
