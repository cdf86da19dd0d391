import { type ComponentType, useState } from 'react'
import { notify } from '../toasts/toasts.tsx'

/**
 * A part of the screen that is loaded when somebody wants it.
 * @param failed said where it cannot be had
 */
export function useLate<P>(load: () => Promise<ComponentType<P>>, failed: string) {
  const [Part, setPart] = useState<ComponentType<P> | null>(null)
  const [open, setOpen] = useState(false)
  const show = async () => {
    try {
      const part = await load()
      setPart(() => part)
      setOpen(true)
    } catch {
      notify.error(failed) // the network, or another build: both are told in the footer
    }
  }
  return { Part: open ? Part : null, show: () => void show(), hide: () => setOpen(false) }
}
