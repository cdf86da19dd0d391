const requests = new EventTarget()

/** Asks the shell to show the keyboard shortcuts. */
export const openShortcuts = (): void => void requests.dispatchEvent(new Event('open'))

/** Calls back when the user opens the keyboard shortcuts, until the returned function is called. */
export function onOpenShortcuts(open: () => void): () => void {
  requests.addEventListener('open', open)
  return () => requests.removeEventListener('open', open)
}
