import type { RefObject } from 'react'

/**
 * Whether a key belongs to the page: without a modifier, not held down, not in a field or a dialog, and the focus is in
 * this part of the page or on an element without keys of its own.
 */
export function isKeyOfPage(event: KeyboardEvent, part: RefObject<HTMLElement | null>): boolean {
  if (event.repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
    return false
  const target = event.target instanceof HTMLElement ? event.target : document.body
  const isIdle = target === document.body || target.matches('h1, main') || part.current?.contains(target) === true
  return isIdle && !target.matches('input, select, textarea') && document.querySelector('dialog[open]') === null
}
