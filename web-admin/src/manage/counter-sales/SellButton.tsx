import { IfMay } from '../api/rights.tsx'
import { Button } from '../components/controls.tsx'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { copy } from '../text/copy.ts'
import { text } from './copy.ts'

/** Loads the dialog when it is first needed. */
export const loadSellDialog = async () => (await import('./SellDialog.tsx')).SellDialog

/** Opens the sale of a product to a member at the counter, for those who may sell. */
export function SellButton({ member }: { member: { id: string; name: string } }) {
  const { Dialog: SellDialog, show, hide } = useLazyDialog(loadSellDialog, copy.failures.dialog)
  return (
    <IfMay op="sellProduct">
      <Button onClick={show}>{text.open}</Button>
      {SellDialog !== null && <SellDialog member={member} onClose={hide} />}
    </IfMay>
  )
}
