import { type ComponentType, useState } from 'react'
import { notify } from '../../ui/toasts/toasts.tsx'

/**
 * A part of the screen that is loaded when somebody wants it. `prepare` loads it before that, so that it is there with the
 * press that asks for it; what fails then is tried again.
 * @param failed said where it cannot be had
 */
export function useLazyDialog<P>(load: () => Promise<ComponentType<P>>, failed: string) {
  const [Part, setPart] = useState<ComponentType<P> | null>(null)
  const [open, setOpen] = useState(false)
  const fetchPart = async () => {
    const part = await load()
    setPart(() => part)
  }
  const show = async () => {
    try {
      if (Part === null) await fetchPart()
      setOpen(true)
    } catch {
      notify.error(failed) // the network, or another build: both are told in the footer
    }
  }
  const prepare = () => void fetchPart().catch(() => undefined)
  return { Part: open ? Part : null, prepare, show: () => void show(), hide: () => setOpen(false) }
}
