/** Where this browser keeps whether it shows light or dark; nothing there follows the system. */
export const schemeKey = 'scheme'

/** Shows what was chosen, or what the system is set to. */
export function showScheme(): void {
  document.documentElement.dataset.scheme = localStorage.getItem(schemeKey) ?? ''
}
