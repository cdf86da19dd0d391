import type { Product } from '@kingcar/contract'
import { ConfirmDialog } from '../components/Dialog.tsx'
import { TypedConfirmDialog } from '../components/TypedConfirmDialog.tsx'
import { text } from './copy.ts'

type RemoveProductProps = { product: Product; onRemove: () => unknown; onClose: () => void }

/** Confirms the deletion of a product; for a product with a price the name has to be typed. */
export function RemoveProduct({ product: { name, price }, onRemove, onClose }: RemoveProductProps) {
  const question = {
    ...{ title: text.removeTitle(name), text: text.removeText, confirm: text.remove, onClose },
    run: async () => onRemove(),
  }
  return price > 0 ? <TypedConfirmDialog {...question} expected={name} /> : <ConfirmDialog {...question} />
}
