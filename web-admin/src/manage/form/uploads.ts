import { createContext, use } from 'react'
import { createStore } from 'zustand/vanilla'

/** Pictures on their way while a form is open: saving waits for them. */
export function createUploads() {
  const store = createStore(() => ({ pending: 0 }))
  const change = (by: number) => store.setState(({ pending }) => ({ pending: pending + by }))
  return {
    ...store,
    /** One begins; call what is returned when it is over, however it ended. */
    begin: (): (() => void) => {
      change(1)
      let over = false
      return () => {
        if (!over) change(-1)
        over = true
      }
    },
    /** Resolves when none is on its way. */
    settled: () =>
      new Promise<void>((resolve) => {
        if (store.getState().pending === 0) return resolve()
        const stop = store.subscribe(({ pending }) => {
          if (pending > 0) return
          stop()
          resolve()
        })
      }),
  }
}

export type Uploads = ReturnType<typeof createUploads>
export const UploadsContext = createContext<Uploads | null>(null)

/** The uploads of the form around; null where a picture stands in none. */
export const useUploads = (): Uploads | null => use(UploadsContext)
