import type { DeviceWithSecret } from '@kingcar/contract'
import { useState } from 'react'
import { Copyable } from '../components/Copyable.tsx'
import { Button } from '../components/controls.tsx'
import { Dialog, DialogActions } from '../components/Dialog.tsx'
import { copy } from '../text/copy.ts'
import { connectionExample } from './connection-example.ts'
import { text as words } from './copy.ts'
import styles from './devices.module.css'

const text = words.credential

/** Ref callback that focuses (and scrolls to) a button: one button replaces the other, and the focus would be lost. */
const focus = (button: HTMLButtonElement | null) => button?.focus()

type CredentialDialogProps = {
  title: string
  device: DeviceWithSecret
  onClose: () => void
  /** Rotates the secret, if its response was lost. */
  onRotate: () => void
}

/** Shows a device's secret once. Closing needs a confirmation if the secret was not copied. */
export function CredentialDialog({ title, device, onClose, onRotate }: CredentialDialogProps) {
  const [taken, setTaken] = useState(false)
  const [asking, setAsking] = useState(false)
  const { id, storeId, secret } = device
  if (secret === undefined) {
    return (
      <Dialog title={text.lostTitle} onClose={onClose}>
        <p>{text.lost}</p>
        <DialogActions>
          <Button onClick={onClose}>{copy.actions.close}</Button>
          <Button tone="primary" data-autofocus onClick={onRotate}>
            {words.rotate}
          </Button>
        </DialogActions>
      </Dialog>
    )
  }

  const take = () => setTaken(true)
  const close = () => (taken || asking ? onClose() : setAsking(true))
  return (
    <Dialog title={title} onClose={close}>
      <p className={styles.once}>{text.once}</p>
      <div className={styles.credential}>
        <span>{text.id}</span>
        <Copyable text={id} label={`${text.id} ${copy.actions.copy}`} />
      </div>
      <div className={styles.credential}>
        <span>{text.secret}</span>
        <Copyable text={secret} label={`${text.secret} ${copy.actions.copy}`} onCopied={take} />
      </div>
      <div className={styles.credential}>
        <span>{text.example}</span>
        <Copyable
          block
          text={connectionExample(location.hostname, { id, storeId, secret })}
          label={`${text.example} ${copy.actions.copy}`}
          onCopied={take}
        />
        <span className={styles.hint}>{text.exampleHint}</span>
      </div>
      {asking ? (
        <div className={styles.asking} role="alert">
          <p>{text.unsaved}</p>
          <DialogActions>
            <Button ref={focus} onClick={() => setAsking(false)}>
              {text.stay}
            </Button>
            <Button tone="danger" onClick={onClose}>
              {text.leave}
            </Button>
          </DialogActions>
        </div>
      ) : (
        <DialogActions>
          <Button ref={focus} onClick={close}>
            {copy.actions.close}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  )
}
