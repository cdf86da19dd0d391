import { useSyncExternalStore } from 'react'

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Whether this machine has a network connection, according to the browser. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
