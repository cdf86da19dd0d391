import { IfMay } from '../api/rights.tsx'
import { Button } from '../components/controls.tsx'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { copy } from '../text/copy.ts'
import { text } from './copy.ts'

const load = async () => (await import('./SellDialog.tsx')).SellDialog

type SellButtonProps = {
  member: { id: string; name: string }
  /** The store that is chosen first. */
  storeId?: string
  /** The accessible name, where several of these buttons are on a page. */
  labelOf?: (label: string) => string
}

/** Opens the sale of a product to a member at the counter, for those who may sell. */
export function SellButton({ member, storeId, labelOf }: SellButtonProps) {
  const { Dialog: SellDialog, show, hide } = useLazyDialog(load, copy.failures.dialog)
  return (
    <IfMay op="sellProduct">
      <Button aria-label={labelOf?.(text.open)} onClick={show}>
        {text.open}
      </Button>
      {SellDialog !== null && <SellDialog {...{ member, storeId }} onClose={hide} />}
    </IfMay>
  )
}
