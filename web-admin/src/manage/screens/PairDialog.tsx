import { createScreenSession } from '@kingcar/client'
import { screenOperations } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { storesQuery } from '../api/queries.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField } from '../components/Field.tsx'
import { StoreAndName } from '../components/StoreAndName.tsx'
import { useShortForm } from '../form/use-short-form.ts'
import { text } from './copy.ts'
import styles from './screens.module.css'

type PairDialogProps = {
  /**
   * The code, if the address contains it: a link can come from another person, so the administrator compares it with
   * the screen.
   */
  code: string | undefined
  refresh: () => Promise<unknown>
  onClose: () => void
}

/** Makes another browser a wall screen, by the code that it shows. */
export function PairDialog({ code, refresh, onClose }: PairDialogProps) {
  const stores = useQuery(storesQuery)
  const keyFor = useIdempotencyKey()
  const { form, faults, busy, failure, submit } = useShortForm({
    schema: screenOperations.createScreenSession.input,
    validate: ({ storeId, seen }) => ({
      ...(storeId === '' && { storeId: text.storeRequired }),
      ...(code !== undefined && seen === undefined && { seen: text.codeSeenRequired }),
    }),
    read: ({ pairingCode = '', ...texts }) => ({ ...texts, pairingCode: pairingCode.replaceAll(/\s/g, '') }),
    about: { PAIRING_NOT_FOUND: 'pairingCode' },
    send: async ({ storeId = '', name = '', pairingCode = '' }) => {
      const fields = { storeId, name, pairingCode: pairingCode.replaceAll(/\s/g, '') }
      await call(createScreenSession, fields, { idempotencyKey: keyFor(fields) })
      await refresh()
      onClose()
      notify.success(text.paired(name))
    },
  })
  return (
    <Dialog title={text.pair} busy={busy} onClose={onClose}>
      <p>
        {text.pairText} <b>{new URL('/pair', window.location.origin).href}</b>
      </p>
      <form ref={form} noValidate onSubmit={submit}>
        <Field
          id="pairing-code"
          label={text.code}
          fault={faults.pairingCode}
          hint={code === undefined ? text.codeHint : text.linkHint}
        >
          <input
            name="pairingCode"
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            readOnly={code !== undefined}
            defaultValue={code?.replace(/^(\d{3})(\d{3})$/, '$1 $2')}
            data-large={code !== undefined || undefined}
            {...inField('pairing-code', faults.pairingCode)}
          />
        </Field>
        {code !== undefined && (
          <div>
            <label className={styles.seen}>
              <input
                type="checkbox"
                name="seen"
                required
                aria-invalid={faults.seen !== undefined}
                aria-describedby="pairing-seen-note"
              />
              {text.codeSeen}
            </label>
            <p id="pairing-seen-note" className={styles.unseen}>
              {faults.seen}
            </p>
          </div>
        )}
        <StoreAndName id="paired" texts={text} {...{ stores, faults }} />
        <FormActions {...{ busy, failure }} confirm={text.pairConfirm} onClose={onClose} />
      </form>
    </Dialog>
  )
}
