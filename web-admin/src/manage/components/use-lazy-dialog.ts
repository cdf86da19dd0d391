import { type ComponentType, useCallback, useState } from 'react'
import { notify } from '../../ui/toasts/toasts.tsx'

/**
 * A dialog whose code is loaded on first use. `prepare` loads it in advance, so that it opens without delay; if that fails,
 * `show` tries again.
 * @param failed message for the user when loading fails
 * @param onFailed called then
 */
export function useLazyDialog<P>(load: () => Promise<ComponentType<P>>, failed: string, onFailed?: () => void) {
  const [Loaded, setLoaded] = useState<ComponentType<P> | null>(null)
  const [open, setOpen] = useState(false)
  const fetchDialog = useCallback(async () => {
    const dialog = await load()
    setLoaded(() => dialog)
  }, [load])
  const show = useCallback(() => {
    fetchDialog().then(
      () => setOpen(true),
      () => {
        notify.error(failed) // the network is down or the build has changed; the footer shows both
        onFailed?.()
      },
    )
  }, [fetchDialog, failed, onFailed])
  const prepare = () => void fetchDialog().catch(() => undefined)
  return { Dialog: open ? Loaded : null, prepare, show, hide: () => setOpen(false) }
}
