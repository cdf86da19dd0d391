import { useSyncExternalStore } from 'react'
import { schemeKey, showScheme } from '../../ui/color-scheme.ts'

export const schemes = ['system', 'light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

const changed = new EventTarget()

/** Stores the chosen scheme in this browser and applies it. */
export function chooseScheme(scheme: Scheme): void {
  if (scheme === 'system') localStorage.removeItem(schemeKey)
  else localStorage.setItem(schemeKey, scheme)
  showScheme()
  changed.dispatchEvent(new Event('change'))
}

const chosen = (): Scheme => schemes.find((scheme) => scheme === localStorage.getItem(schemeKey)) ?? 'system'

function subscribe(notify: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => {
    if (key !== schemeKey) return
    showScheme()
    notify()
  }
  changed.addEventListener('change', notify)
  window.addEventListener('storage', elsewhere)
  return () => {
    changed.removeEventListener('change', notify)
    window.removeEventListener('storage', elsewhere)
  }
}

/** The chosen scheme; follows changes in other tabs. */
export const useScheme = (): Scheme => useSyncExternalStore(subscribe, chosen)
