import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useAction } from '../api/use-action.ts'
import { copy } from '../text/copy.ts'
import { Button } from './controls.tsx'
import styles from './dialog.module.css'
import { Failure } from './Failure.tsx'

type DialogProps = {
  title: string
  /** The requested action is running: the dialog stays open until it is done. */
  busy?: boolean
  /** Its form has many fields: two beside each other where the window is wide. */
  columns?: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * The browser's modal dialog, open while it is rendered. It traps the focus, and Escape calls `onClose`. An element with
 * `data-autofocus` gets the initial focus. On close the focus returns to its previous element, or to the page's title if that
 * element is gone.
 */
export function Dialog({ title, busy = false, columns = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      element?.close()
      if (opener === null || !opener.isConnected) document.querySelector('h1')?.focus()
    }
  }, [])
  // Browsers close the dialog on a second Escape even if the first was prevented. While it is rendered, open it again.
  useLayoutEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal()
  })

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      data-columns={columns || undefined}
      onCancel={(event) => {
        event.preventDefault()
        if (!busy) onClose()
      }}
      onClose={() => {
        if (dialog.current?.open !== false) return
        if (busy) dialog.current.showModal()
        else onClose()
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  )
}

/** The buttons at the foot of a dialog; the confirming one comes last. */
export const DialogActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>

/** A failure of a dialog's action, scrolled into view: a dialog can be higher than a phone. */
function DialogFailure({ title, cause }: { title: string; cause: unknown }) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new failure is scrolled into view
  useEffect(() => {
    void place.current?.scrollIntoView({ block: 'nearest' }) // newer browsers return a promise, which is no clean-up function
  }, [cause])
  return (
    <div ref={place}>
      <Failure title={title} cause={cause} />
    </div>
  )
}

type FormActionsProps = {
  busy: boolean
  /** The error of the action, if it is not shown at a field. */
  failure: unknown
  failed?: string
  confirm: string
  danger?: boolean
  onClose: () => void
}

/** The foot of a form in a dialog: the failure, the cancel button and the submit button. */
export function FormActions({ busy, failure, failed, confirm, danger = false, onClose }: FormActionsProps) {
  return (
    <>
      {failure !== null && <DialogFailure title={failed ?? copy.failures.action} cause={failure} />}
      <DialogActions>
        <Button busy={busy} onClick={() => busy || onClose()}>
          {copy.actions.cancel}
        </Button>
        <Button type="submit" tone={danger ? 'danger' : 'primary'} busy={busy}>
          {confirm}
        </Button>
      </DialogActions>
    </>
  )
}

type ConfirmDialogProps = {
  title: string
  /** The consequences. */
  text: string
  confirm: string
  /** Performs the action and closes the dialog. */
  run: () => Promise<unknown>
  onClose: () => void
}

/** Confirmation of an action that cannot be undone; the cancel button has the focus, so Enter does not confirm. */
export function ConfirmDialog({ title, text, confirm, run, onClose }: ConfirmDialogProps) {
  const { busy, failure, act } = useAction(run)
  return (
    <Dialog title={title} busy={busy} onClose={onClose}>
      <p>{text}</p>
      {failure !== null && <DialogFailure title={copy.failures.action} cause={failure} />}
      <DialogActions>
        <Button data-autofocus busy={busy} onClick={() => busy || onClose()}>
          {copy.actions.cancel}
        </Button>
        <Button tone="danger" busy={busy} onClick={() => act()}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
