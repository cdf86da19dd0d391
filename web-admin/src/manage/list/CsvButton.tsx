import type { Call, CallInput } from '@kingcar/client'
import type { AdminOperation, ServiceName } from '@kingcar/contract'
import { call, session } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { useMay } from '../api/rights.tsx'
import { Button } from '../components/controls.tsx'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { useToastedAction } from '../components/use-toasted-action.ts'
import { copy } from '../text/copy.ts'
import { dateOf } from '../text/format.ts'

export type CsvProps<S extends ServiceName, V extends AdminOperation> = {
  op: Call<S, V>
  /** The list's own query: the file contains all pages of the list. */
  input: Omit<CallInput<S, V>, 'reason' | 'full'>
  /** Name of the file, without date and extension. */
  name: string
  /**
   * Whether the file has personal data: then the dialog asks for the reason, and whether the data is masked; `unmasked`
   * if the file never has masks.
   */
  personal?: boolean | 'unmasked'
  label?: string
}

const load = async () => (await import('./ExportDialog.tsx')).ExportDialog

/** Saves all pages of a list as a CSV file; asks for the reason if the file has personal data. */
export function CsvButton<S extends ServiceName, V extends AdminOperation>({
  op,
  input,
  name,
  personal = false,
  label = copy.csv.button,
}: CsvProps<S, V>) {
  const { Dialog: ExportDialog, show, hide } = useLazyDialog(load, copy.failures.dialog)
  const save = async (asked = {}) => {
    const file: unknown = await call(op, { ...input, ...asked } as CallInput<S, V>)
    if (!(file instanceof Blob)) throw new Error('The response is not a file.')
    saveFile(file, `${name}-${dateOf(session.serverNow())}.csv`)
    hide()
    notify.success(copy.csv.done)
  }
  const { busy, act } = useToastedAction(copy.csv.failed, () => save())
  if (!useMay()(op.name)) return null
  return (
    <>
      <Button busy={busy} onClick={() => (personal === false ? act() : show())}>
        {busy ? copy.csv.busy : label}
      </Button>
      {ExportDialog !== null && <ExportDialog name={name} masks={personal === true} run={save} onClose={hide} />}
    </>
  )
}

/** Saves a file through the browser's download. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // The browser reads the file after this task, so the URL is revoked later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
