/** localStorage key of the chosen scheme, light or dark; without an entry the page follows the system. */
export const schemeKey = 'scheme'

/** Applies the chosen scheme, or the system's. */
export function showScheme(): void {
  document.documentElement.dataset.scheme = localStorage.getItem(schemeKey) ?? ''
}
