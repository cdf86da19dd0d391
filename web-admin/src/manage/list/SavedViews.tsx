import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useMay } from '../api/rights.tsx'
import { useAction } from '../api/use-action.ts'
import { ConfirmDialog, Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField } from '../components/Field.tsx'
import { Menu, MenuItem, Unfolds } from '../components/Menu.tsx'
import { copy } from '../text/copy.ts'
import type { Search } from './list-search.ts'
import styles from './saved-views.module.css'
import { canBeShared, maxNameLength, type SavedView } from './saved-views.ts'
import type { useSavedViews } from './use-saved-views.ts'

const text = copy.views

/** Menu of the saved views of this list: it saves the current one, and deletes own and shared ones. */
export function SavedViews({ own, shared, save, remove, removeShared }: ReturnType<typeof useSavedViews>) {
  const router = useRouter()
  const mayShare = useMay()('putAppSetting')
  const [saving, setSaving] = useState(false)
  const [removing, setRemoving] = useState<SavedView>()
  // A view has filters and order, but not the current page.
  const { href, search } = router.buildLocation({ to: '.', search: ({ page: _, ...asked }: Search) => asked })
  return (
    <>
      <Menu label={text.label} face={<Unfolds>{text.label}</Unfolds>}>
        <MenuItem onClick={() => setSaving(true)}>{text.save}</MenuItem>
        {own.map((view) => (
          <MenuItem key={view.name} danger onClick={() => remove(view)}>
            {text.remove(view.name)}
          </MenuItem>
        ))}
        {mayShare &&
          shared.map((view) => (
            <MenuItem key={view.name} danger onClick={() => setRemoving(view)}>
              {text.removeShared(view.name)}
            </MenuItem>
          ))}
      </Menu>
      {saving && (
        <SaveDialog
          forAll={canBeShared(search)}
          mayShare={mayShare}
          run={async (name, forAll) => {
            await save({ name, href }, forAll)
            setSaving(false)
          }}
          onClose={() => setSaving(false)}
        />
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={text.removal(removing.name)}
          text={text.removalText}
          confirm={copy.actions.remove}
          run={async () => {
            await removeShared(removing)
            setRemoving(undefined)
          }}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  )
}

type SaveDialogProps = {
  /** Whether the current view may be shared. */
  forAll: boolean
  /** Whether the administrator may share views. */
  mayShare: boolean
  run: (name: string, forAll: boolean) => Promise<void>
  onClose: () => void
}

function SaveDialog({ forAll, mayShare, run, onClose }: SaveDialogProps) {
  const [fault, setFault] = useState<string>()
  const { busy, failure, act } = useAction(run)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const name = String(typed.get('name')).trim()
    setFault(name === '' ? text.nameMissing : undefined)
    if (name === '') event.currentTarget.querySelector('input')?.focus()
    else act(name, typed.get('forAll') === 'on')
  }
  return (
    <Dialog title={text.save} busy={busy} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Field id="view-name" label={text.name} fault={fault}>
          <input
            {...inField('view-name', fault)}
            name="name"
            maxLength={maxNameLength}
            autoComplete="off"
            data-autofocus
          />
        </Field>
        {mayShare && (
          <>
            <label className={styles.forAll}>
              <input type="checkbox" name="forAll" disabled={!forAll} aria-describedby="view-for-all" />
              {text.forAll}
            </label>
            <p id="view-for-all" className={styles.note}>
              {forAll ? text.forAllHint : text.notForAll}
            </p>
          </>
        )}
        <FormActions {...{ busy, failure }} confirm={copy.actions.save} onClose={onClose} />
      </form>
    </Dialog>
  )
}
