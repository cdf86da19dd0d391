import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useAction } from '../api/use-action.ts'
import { copy } from '../text/copy.ts'
import { Button } from './controls.tsx'
import styles from './dialog.module.css'
import { Failure } from './Failure.tsx'

type DialogProps = {
  title: string
  /** What it asked for is under way: it stays until that is done. */
  busy?: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * The browser's own modal dialog for as long as it is rendered: it holds the focus, Escape asks to close it, and the focus
 * returns to where it was, or to the page's title where that is gone. An element with `data-autofocus` gets the focus first.
 */
export function Dialog({ title, busy = false, onClose, children }: DialogProps) {
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
  // A browser closes it on a second Escape whatever we say to it; whoever still renders it has more to say.
  useLayoutEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal()
  })

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
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

/** The buttons at the foot of a dialog, the one that goes on last. */
export const DialogActions = ({ children }: { children: ReactNode }) => <div className={styles.actions}>{children}</div>

type FormActionsProps = {
  busy: boolean
  /** Why it could not be done, where no field has it. */
  failure: unknown
  failed?: string
  confirm: string
  danger?: boolean
  onClose: () => void
}

/** The foot of a form in a dialog: what failed, the way out and what it is for. */
export function FormActions({ busy, failure, failed, confirm, danger = false, onClose }: FormActionsProps) {
  return (
    <>
      {failure !== null && <Failure title={failed ?? copy.failures.action} cause={failure} />}
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
  /** What follows from it. */
  text: string
  confirm: string
  /** Does it, and takes the dialog away. */
  run: () => Promise<unknown>
  onClose: () => void
}

/** Asks before something that cannot be taken back; Enter alone does not do it. */
export function ConfirmDialog({ title, text, confirm, run, onClose }: ConfirmDialogProps) {
  const { busy, failure, act } = useAction(run)
  return (
    <Dialog title={title} busy={busy} onClose={onClose}>
      <p>{text}</p>
      {failure !== null && <Failure title={copy.failures.action} cause={failure} />}
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
