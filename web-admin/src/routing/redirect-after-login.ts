const base = 'https://console.invalid'

/** The path to go to after signing in: a path of this origin, or `/` for anything that could lead elsewhere. */
export function safeRedirect(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/'
  // The browser's own reading of it: a backslash, a tab or a second slash may begin a host.
  const url = new URL(wanted, base)
  if (url.origin !== base || url.pathname.startsWith('//')) return '/'
  return url.pathname === '/login' ? '/' : url.pathname + url.search + url.hash
}

/** The search of /login that leads back to a path; none for `/`, where one goes anyway. */
export function loginSearch(wanted: unknown): { redirect?: string } {
  const path = safeRedirect(wanted)
  return path === '/' ? {} : { redirect: path }
}
