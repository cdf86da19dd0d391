import { useSyncExternalStore } from 'react'
import { schemeKey, showScheme } from '../../ui/color-scheme.ts'

export const schemes = ['system', 'light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

const changed = new EventTarget()

/** Keeps what was chosen in this browser and shows it. */
export function chooseScheme(scheme: Scheme): void {
  if (scheme === 'system') localStorage.removeItem(schemeKey)
  else localStorage.setItem(schemeKey, scheme)
  showScheme()
  changed.dispatchEvent(new Event('change'))
}

const chosen = (): Scheme => schemes.find((scheme) => scheme === localStorage.getItem(schemeKey)) ?? 'system'

function subscribe(tell: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => {
    if (key !== schemeKey) return
    showScheme()
    tell()
  }
  changed.addEventListener('change', tell)
  window.addEventListener('storage', elsewhere)
  return () => {
    changed.removeEventListener('change', tell)
    window.removeEventListener('storage', elsewhere)
  }
}

/** What is chosen, in this tab or another one. */
export const useScheme = (): Scheme => useSyncExternalStore(subscribe, chosen)
