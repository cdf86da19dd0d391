import { fetchPage } from './reload-page.ts'

/** The script of the build that runs here, as its tag names it; undefined where the page names none. */
const runningScript = (): string | null | undefined =>
  document.querySelector('script[type="module"][src]')?.getAttribute('src')

/**
 * What a build is called by: the name of its entry script, in which its content is hashed. One to forty letters, digits,
 * `_`, `.`, `+` or `-`; undefined for a script that is not built.
 */
export const buildName = (script = runningScript()): string | undefined =>
  /\/(?:index-)?([\w.+-]{1,40})\.js(?:\?|$)/.exec(script ?? '')?.[1]

/** Whether a text is a page of ours that starts with another script than the one at `running`, as its tag names it. */
export const startsOtherwise = (html: string, running: string): boolean =>
  html.includes('type="module"') && !html.includes(`src="${running}"`)

/** Whether the server has another build than the one that runs; false where it does not answer. */
export async function isNewerBuildServed(): Promise<boolean> {
  const running = runningScript()
  const page = await fetchPage()
  return page !== null && typeof running === 'string' && startsOtherwise(page, running)
}
