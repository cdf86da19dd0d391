import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, chromium, type Page } from 'playwright-core'

/** Starts a Chromium, without a path the one that the tests' set-up found or fetched. */
export function launchBrowser(executablePath = process.env.CHROMIUM_BIN ?? '/usr/bin/chromium'): Promise<Browser> {
  return chromium.launch({
    executablePath,
    // There is no such processor, so that a process of its own for it only costs: a tenth of what a test's browser takes.
    args: [
      '--in-process-gpu',
      '--disable-gpu',
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
    ],
    env: { ...process.env, LC_ALL: 'C.UTF-8' }, // in another locale, files are saved without their Hangul
  })
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Of the mode without frames, of which no page has any: with them axe opens another page for each look. */
const axe = (page: Page) =>
  // What passes is not asked for: to describe it takes axe half its time.
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })

/** Rules, each with its elements. */
async function foundBy(axe: AxeBuilder) {
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)] as const)
}

/** What axe finds on a page in light: rules, each with its elements. */
export async function lightViolationsOf(page: Page) {
  await page.evaluate('document.fonts.ready')
  await page.emulateMedia({ colorScheme: 'light' })
  return foundBy(axe(page).withTags(standards))
}

/** The same in light and in dark, which differ by contrast alone. */
export async function violationsOf(page: Page) {
  const light = await lightViolationsOf(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  return { light, dark: await foundBy(axe(page).withRules(['color-contrast'])) }
}

/** What on a page is too pale to be read, in light and in dark: elements of each. */
export async function paleOf(page: Page): Promise<Record<'light' | 'dark', string[]>> {
  const of = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    return (await foundBy(axe(page).withRules(['color-contrast']))).flatMap(([, elements]) => elements)
  }
  return { light: await of('light'), dark: await of('dark') }
}

export const noViolations = { light: [], dark: [] }
