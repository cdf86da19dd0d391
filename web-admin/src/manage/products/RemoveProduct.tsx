import type { Product } from '@kingcar/contract'
import { useState } from 'react'
import { Button } from '../components/controls.tsx'
import { ConfirmDialog, Dialog, DialogActions } from '../components/Dialog.tsx'
import { TypedConfirmDialog } from '../components/TypedConfirmDialog.tsx'
import { copy } from '../text/copy.ts'
import { text } from './copy.ts'
import { countRenewing } from './undecided-deletion.ts'

/** The renewing subscriptions of a deleted product continue, or end with their paid period. */
export type SubscriptionsDecision = 'keep' | 'stop'

type RemoveProductProps = {
  product: Product
  /** The number of subscriptions that renew, if the deletion is confirmed and only their future has to be decided. */
  renewing?: number
  /** Receives no decision if no subscription renews. */
  onRemove: (subscriptions?: SubscriptionsDecision) => unknown
  onClose: () => void
}

/**
 * Confirms the deletion of a product; for a product with a price the name has to be typed. While subscriptions of it renew,
 * asks whether they continue.
 */
export function RemoveProduct({
  product: { id, name, price },
  renewing: known = 0,
  onRemove,
  onClose,
}: RemoveProductProps) {
  const [renewing, setRenewing] = useState(known)
  if (renewing > 0) {
    return (
      <Dialog title={text.renewingTitle(renewing)} onClose={onClose}>
        <p>{text.renewingText}</p>
        <DialogActions>
          <Button data-autofocus onClick={onClose}>
            {copy.actions.cancel}
          </Button>
          <Button tone="danger" onClick={() => onRemove('stop')}>
            {text.stopRenewing}
          </Button>
          <Button tone="danger" onClick={() => onRemove('keep')}>
            {text.keepRenewing}
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  const question = {
    ...{ title: text.removeTitle(name), text: text.removeText, confirm: text.remove, onClose },
    run: async () => {
      const count = await countRenewing(id)
      if (count === 0) await onRemove()
      else setRenewing(count)
    },
  }
  return price > 0 ? <TypedConfirmDialog {...question} expected={name} /> : <ConfirmDialog {...question} />
}
