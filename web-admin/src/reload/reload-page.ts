const key = 'reloadedAt'
/** Milliseconds that the server may take to answer with the page. */
const patience = 10_000

/** The page's own HTML as the server has it now; null where it does not answer. */
export async function fetchPage(): Promise<string | null> {
  try {
    const answer = await fetch(location.href, {
      cache: 'no-store',
      headers: { accept: 'text/html' }, // the gateway takes whoever asks for anything else for no browser
      signal: AbortSignal.timeout(patience),
    })
    return answer.ok ? await answer.text() : null
  } catch {
    return null // away, or too slow: both are found out again later
  }
}

/**
 * Loads the page anew, unless it did so less than `pause` milliseconds ago, and only when the server has just answered
 * with it: a wall never shows the browser's own error page.
 */
export async function reloadPage(pause: number): Promise<void> {
  const due = () => Math.abs(Date.now() - Number(sessionStorage.getItem(key))) >= pause
  if (!due() || (await fetchPage()) === null || !due()) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}
