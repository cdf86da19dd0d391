import { fetchPage } from './reload.ts'

/** Whether a text is a page of ours that starts with another script than the one at `running`, as its tag names it. */
export const startsOtherwise = (html: string, running: string): boolean =>
  html.includes('type="module"') && !html.includes(`src="${running}"`)

/** Whether the server has another build than the one that runs; false where it does not answer. */
export async function isNewerBuildServed(): Promise<boolean> {
  const running = document.querySelector('script[type="module"]')?.getAttribute('src')
  const page = await fetchPage()
  return page !== null && typeof running === 'string' && startsOtherwise(page, running)
}
