import { createInvitation } from '@kingcar/client'
import { type AdminRole, invitationOperations, type NewInvitation } from '@kingcar/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField } from '../components/Field.tsx'
import { StoresChoice } from '../components/StoresChoice.tsx'
import { useShortForm } from '../form/use-short-form.ts'
import { copy } from '../text/copy.ts'
import { text as words } from './copy.ts'
import { LinkDialog } from './LinkDialog.tsx'
import { RoleSelect } from './RoleSelect.tsx'

const text = words.invite

/** Invites an administrator, then shows the link once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const keyFor = useIdempotencyKey()
  const [role, setRole] = useState<AdminRole>('staff')
  const [stores, setStores] = useState<'all' | readonly string[]>([])
  const [made, setMade] = useState<NewInvitation & { email: string }>()
  const isLimited = role !== 'owner' && stores !== 'all'
  const invitation = ({ email, name }: Record<string, string>) => ({
    ...{ role, storeIds: isLimited ? [...stores] : null },
    ...(email && { email }),
    ...(name && { name }),
  })
  const { form, submit, busy, failure, faults } = useShortForm({
    schema: invitationOperations.createInvitation.input,
    read: invitation,
    validate: () => (isLimited && stores.length === 0 ? { storeIds: copy.stores.choose } : {}),
    about: { EMAIL_TAKEN: 'email' },
    send: async (texts) => {
      const input = invitation(texts)
      const result = await call(createInvitation, input, { idempotencyKey: keyFor(input) })
      setMade({ ...result, email: texts.email ?? '' })
      await client.invalidateQueries({ queryKey: ['listInvitations'] })
    },
  })
  if (made !== undefined) {
    const { link, mailed, email } = made
    return (
      <LinkDialog
        key="made"
        {...{ link, title: text.doneTitle, text: mailed ? text.mailed(email) : text.copy, label: text.link, onClose }}
        lost={text.lost}
      />
    )
  }
  return (
    <Dialog title={text.title} busy={busy} onClose={onClose}>
      <p>{text.text}</p>
      <form ref={form} noValidate onSubmit={submit}>
        <RoleSelect id="invite-role" value={role} onChange={setRole} />
        {role !== 'owner' && (
          <StoresChoice
            id="invite-stores"
            label={words.storesOfInvited}
            value={stores}
            onChange={setStores}
            fault={faults.storeIds}
          />
        )}
        <Field id="invite-email" label={words.email} fault={faults.email} hint={text.emailHint}>
          <input type="email" name="email" autoComplete="off" {...inField('invite-email', faults.email)} />
        </Field>
        <Field id="invite-name" label={words.name} fault={faults.name} hint={text.nameHint}>
          <input name="name" autoComplete="off" {...inField('invite-name', faults.name)} />
        </Field>
        <FormActions {...{ busy, failure }} failed={text.failed} confirm={text.make} onClose={onClose} />
      </form>
    </Dialog>
  )
}
