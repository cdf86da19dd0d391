const base = 'https://console.invalid'

/** The path to open after signing in: `wanted` if it is a path of this origin, else `/`. */
export function safeRedirect(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/'
  // Parsed as the browser parses it: a backslash, a tab or a second slash may start a host name.
  const url = new URL(wanted, base)
  if (url.origin !== base || url.pathname.startsWith('//')) return '/'
  return url.pathname === '/login' ? '/' : url.pathname + url.search + url.hash
}

/** Search parameters of /login that lead back to a path; none for `/`, the default. */
export function loginSearch(wanted: unknown): { redirect?: string } {
  const path = safeRedirect(wanted)
  return path === '/' ? {} : { redirect: path }
}
