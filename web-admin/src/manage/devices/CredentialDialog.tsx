import type { DeviceWithSecret } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { publicUrl } from '../../api/app-settings.ts'
import { settingsQuery } from '../api/queries.ts'
import { Copyable } from '../components/Copyable.tsx'
import { Button } from '../components/controls.tsx'
import { Dialog, DialogActions } from '../components/Dialog.tsx'
import { SelectField } from '../components/SelectField.tsx'
import { copy } from '../text/copy.ts'
import { type Connection, connectionExample, connections } from './connection-examples.ts'
import { text as words } from './copy.ts'
import styles from './devices.module.css'
import { FirstRead } from './FirstRead.tsx'

const text = words.credential

/** Ref callback that focuses (and scrolls to) a button: when one button replaces another, the focus would be lost. */
const focus = (button: HTMLButtonElement | null) => button?.focus()

type CredentialDialogProps = {
  title: string
  device: DeviceWithSecret
  onClose: () => void
  /** Rotates the secret, if the response with it was lost. */
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
      <Example device={{ id, storeId, secret }} onCopied={take} />
      <FirstRead device={device} />
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

type ExampleProps = { device: Required<Pick<DeviceWithSecret, 'id' | 'storeId' | 'secret'>>; onCopied: () => void }

/** The settings to enter at the recognizer, by its kind, with the address under which the product is reached. */
function Example({ device, onCopied }: ExampleProps) {
  const id = useId()
  const [connection, setConnection] = useState<Connection>('mqtt')
  const address = publicUrl(useQuery(settingsQuery).data) ?? location.origin
  return (
    <>
      <SelectField
        id={id}
        label={text.connection}
        hint={text.exampleHint(address)}
        value={connection}
        onChange={(event) => setConnection(connections.find((each) => each === event.target.value) ?? 'mqtt')}
        choices={connections.map((each) => [each, text.connections[each]])}
      />
      <div className={styles.credential}>
        <span>{text.example}</span>
        <Copyable
          block
          text={connectionExample(connection, address, device)}
          label={`${text.example} ${copy.actions.copy}`}
          onCopied={onCopied}
        />
        <span className={styles.hint}>{text.ports}</span>
      </div>
    </>
  )
}
