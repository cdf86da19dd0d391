/**
 * Whoever took away what had the focus goes on at the page's title: without this, Tab would start at the top of the window.
 * It is called as the row goes, before React has taken it away.
 */
export const focusTitle = (): void => queueMicrotask(() => document.querySelector('h1')?.focus({ preventScroll: true }))
