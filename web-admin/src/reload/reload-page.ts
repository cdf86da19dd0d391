const key = 'reloadedAt'
/** Milliseconds to wait for the page. */
const patience = 10_000

/** The current HTML of this page from the server; null if the server is unreachable. */
export async function fetchPage(): Promise<string | null> {
  try {
    const response = await fetch(location.href, {
      cache: 'no-store',
      headers: { accept: 'text/html' }, // the gateway serves the page only to clients that accept HTML
      signal: AbortSignal.timeout(patience),
    })
    return response.ok ? await response.text() : null
  } catch {
    return null // unreachable or too slow; the caller tries again later
  }
}

/**
 * Reloads the page, at most once per `pause` milliseconds, and only after the server has just delivered it, so that a wall
 * screen never shows the browser's own error page.
 */
export async function reloadPage(pause: number): Promise<void> {
  const due = () => Math.abs(Date.now() - Number(sessionStorage.getItem(key))) >= pause
  if (!due() || (await fetchPage()) === null || !due()) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}
