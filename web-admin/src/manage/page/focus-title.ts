/**
 * Moves the focus to the page's title after the focused element was removed; otherwise Tab would start at the top of the
 * window. Call it when the row is removed, before React has rendered that.
 */
export const focusTitle = (): void => queueMicrotask(() => document.querySelector('h1')?.focus({ preventScroll: true }))
