import type { Call, CallInput } from '@kingcar/client'
import type { ServiceName } from '@kingcar/contract'
import { call, session } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { useAction } from '../api/use-action.ts'
import { Button } from '../components/controls.tsx'
import { toastFailure } from '../components/toast-failure.ts'
import { copy } from '../text/copy.ts'
import { dateOf } from '../text/format.ts'

export type CsvProps<S extends ServiceName, V extends string> = {
  op: Call<S, V>
  /** The list's own query: the file holds what the list holds, every page of it. */
  input: CallInput<S, V>
  /** What the file is called. */
  name: string
}

/** Saves the whole of a list as a file. */
export function CsvButton<S extends ServiceName, V extends string>({ op, input, name }: CsvProps<S, V>) {
  const { busy, act } = useAction(async () => {
    try {
      const file: unknown = await call(op, input)
      if (!(file instanceof Blob)) throw new Error('The answer is no file.')
      saveFile(file, `${name}-${dateOf(session.serverNow())}.csv`)
      notify.success(copy.csv.done)
    } catch (cause) {
      toastFailure(copy.csv.failed, cause)
      throw cause
    }
  })
  return (
    <Button busy={busy} onClick={() => act()}>
      {busy ? copy.csv.busy : copy.csv.button}
    </Button>
  )
}

/** Saves a file as if it had been downloaded. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // The browser has its own hold on the file only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
