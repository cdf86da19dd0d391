import { createContext, use } from 'react'
import { createStore } from 'zustand/vanilla'

export type UploadEnd = (ok: boolean) => void

/** Pictures on their way while a form is open: saving waits for them. */
export function createUploads() {
  const store = createStore(() => ({ pending: 0, failed: 0 }))
  return {
    ...store,
    /** One begins; call what is returned once, when it is over: with false where it failed. */
    begin: (): UploadEnd => {
      store.setState(({ pending }) => ({ pending: pending + 1 }))
      return (ok) => store.setState(({ pending, failed }) => ({ pending: pending - 1, failed: failed + (ok ? 0 : 1) }))
    },
    /** Resolves when none is on its way: to whether none of those has failed. */
    settled: () =>
      new Promise<boolean>((resolve) => {
        const before = store.getState()
        if (before.pending === 0) return resolve(true)
        const stop = store.subscribe(({ pending, failed }) => {
          if (pending > 0) return
          stop()
          resolve(failed === before.failed)
        })
      }),
  }
}

export type Uploads = ReturnType<typeof createUploads>
export const UploadsContext = createContext<Uploads | null>(null)

/** The uploads of the form around; null where a picture stands in none. */
export const useUploads = (): Uploads | null => use(UploadsContext)
