import type { Call, CallInput } from '@kingcar/client'
import type { AdminOperation, ServiceName } from '@kingcar/contract'
import { call, session } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { useMay } from '../api/rights.tsx'
import { Button } from '../components/controls.tsx'
import { useToastedAction } from '../components/use-toasted-action.ts'
import { copy } from '../text/copy.ts'
import { dateOf } from '../text/format.ts'

export type CsvProps<S extends ServiceName, V extends AdminOperation> = {
  op: Call<S, V>
  /** The list's own query: the file contains all pages of the list. */
  input: CallInput<S, V>
  /** Name of the file, without date and extension. */
  name: string
}

/** Saves all pages of a list as a CSV file. */
export function CsvButton<S extends ServiceName, V extends AdminOperation>({ op, input, name }: CsvProps<S, V>) {
  const { busy, act } = useToastedAction(copy.csv.failed, async () => {
    const file: unknown = await call(op, input)
    if (!(file instanceof Blob)) throw new Error('The response is not a file.')
    saveFile(file, `${name}-${dateOf(session.serverNow())}.csv`)
    notify.success(copy.csv.done)
  })
  if (!useMay()(op.name)) return null
  return (
    <Button busy={busy} onClick={() => act()}>
      {busy ? copy.csv.busy : copy.csv.button}
    </Button>
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
