import { fetchPage } from './reload-page.ts'

/** The entry script of the running build, as its script tag has it; undefined if there is none. */
const runningScript = (): string | null | undefined =>
  document.querySelector('script[type="module"][src]')?.getAttribute('src')

/**
 * Name of a build: the content hash in the name of its entry script. One to forty letters, digits, `_`, `.`, `+` or `-`;
 * undefined in development, where the script is not built.
 */
export const buildName = (script = runningScript()): string | undefined =>
  /\/(?:index-)?([\w.+-]{1,40})\.js(?:\?|$)/.exec(script ?? '')?.[1]

/** Whether `html` is a page of the console whose entry script differs from `running`. */
export const isOtherBuild = (html: string, running: string): boolean =>
  html.includes('type="module"') && !html.includes(`src="${running}"`)

/** Whether the server has another build than the running one; false if it is unreachable. */
export async function isNewerBuildServed(): Promise<boolean> {
  const running = runningScript()
  const page = await fetchPage()
  return page !== null && typeof running === 'string' && isOtherBuild(page, running)
}
