import { messageScreen, updateScreen } from '@kingcar/client'
import { type Screen, screenOperations } from '@kingcar/contract'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { copy } from '../text/copy.ts'
import { BecomeScreenDialog } from './BecomeScreenDialog.tsx'
import { text } from './copy.ts'
import { PairDialog } from './PairDialog.tsx'
import { TextDialog } from './TextDialog.tsx'

/** The open dialog of the screens page. */
export type OpenDialog =
  | { kind: 'become' }
  | { kind: 'pair'; code?: string }
  | { kind: 'message' | 'rename'; screen: Screen }

type ScreenDialogsProps = {
  open: OpenDialog | undefined
  /** Refetches the list; called before the dialog closes. */
  refresh: () => Promise<unknown>
  onClose: () => void
}

export function ScreenDialogs({ open, refresh, onClose }: ScreenDialogsProps) {
  switch (open?.kind) {
    case undefined:
      return null
    case 'become':
      return <BecomeScreenDialog onClose={onClose} />
    case 'pair':
      return <PairDialog code={open.code} refresh={refresh} onClose={onClose} />
    case 'message': {
      const { id, name } = open.screen
      return (
        <TextDialog
          {...{ title: text.messageTitle(name), label: text.messageLabel, hint: text.messageHint, confirm: text.send }}
          {...{ id, schema: screenOperations.messageScreen.input, field: 'text', longest: 200, onClose }}
          run={async (typed) => {
            await call(messageScreen, { id, text: typed })
            onClose()
            notify.success(text.sent)
          }}
        />
      )
    }
    case 'rename': {
      const { id, name } = open.screen
      return (
        <TextDialog
          {...{ title: text.rename, label: text.name, initial: name, confirm: copy.actions.save }}
          {...{ id, schema: screenOperations.updateScreen.input, field: 'name', longest: 50, onClose }}
          run={async (typed) => {
            await call(updateScreen, { id, name: typed })
            await refresh()
            onClose()
            notify.success(copy.actions.saved)
          }}
        />
      )
    }
  }
}
