import { createContext, use } from 'react'
import { createStore } from 'zustand/vanilla'

export type UploadEnd = (ok: boolean) => void

/** Picture uploads of an open form; saving waits for them. */
export function createUploads() {
  const store = createStore(() => ({ pending: 0, failed: 0 }))
  return {
    ...store,
    /** Registers an upload. Call the returned function once at its end, with false if it failed. */
    begin: (): UploadEnd => {
      store.setState(({ pending }) => ({ pending: pending + 1 }))
      return (ok) => store.setState(({ pending, failed }) => ({ pending: pending - 1, failed: failed + (ok ? 0 : 1) }))
    },
    /** Resolves when no upload is pending: to true if none of the awaited ones failed. */
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

/** The uploads of the surrounding form; null outside of a form. */
export const useUploads = (): Uploads | null => use(UploadsContext)
