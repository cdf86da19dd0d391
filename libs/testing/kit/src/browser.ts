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

/** What on a page is too pale to be read, in light and in dark: elements of each. */
export async function paleOf(page: Page): Promise<Record<'light' | 'dark', string[]>> {
  const of = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().withRules(['color-contrast']).analyze()
    return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))
  }
  return { light: await of('light'), dark: await of('dark') }
}

/** What axe finds on a page, in light and in dark, which differ by contrast alone: rules, each with its elements. */
export async function violationsOf(page: Page) {
  await page.evaluate('document.fonts.ready')
  // The mode without frames, of which no page has any: with them axe opens another page for each look.
  // What passes is not asked for: to describe it takes axe half its time.
  const axe = () => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await axe().withTags(standards).analyze()
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await axe().withRules(['color-contrast']).analyze()
  const found = ({ violations }: typeof light) =>
    violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)] as const)
  return { light: found(light), dark: found(dark) }
}

export const noViolations = { light: [], dark: [] }
