import { fetchPage } from './reload.ts'

/** The script that a page starts with, as an absolute address; null where the text is no page of ours. */
export function entryScript(html: string, base: string): string | null {
  const script = /<script\b[^>]*\btype="module"[^>]*>/.exec(html)?.[0]
  const source = script && /\bsrc="([^"]+)"/.exec(script)?.[1]
  return source ? new URL(source, base).href : null
}

/** Whether the server has another build than the one that runs; false where it does not answer. */
export async function isNewerBuildServed(): Promise<boolean> {
  const running = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
  const page = await fetchPage()
  const newest = page === null ? null : entryScript(page, location.href)
  return newest !== null && running !== undefined && newest !== running
}
