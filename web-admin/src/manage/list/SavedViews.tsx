import { useLocation, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { AddressLink } from '../components/AddressLink.tsx'
import { ConfirmDialog, Dialog, FormActions } from '../components/Dialog.tsx'
import { Field, inField } from '../components/Field.tsx'
import { Menu, MenuItem, Unfolds } from '../components/Menu.tsx'
import { copy } from '../text/copy.ts'
import type { Search } from './list-search.ts'
import styles from './saved-views.module.css'
import { canBeShared, longestName, type SavedView } from './saved-views.ts'
import { useSavedViews } from './use-saved-views.ts'

const text = copy.views

/** Ways in which this list is asked again and again: one's own and everybody's, and how to save the one on show. */
export function SavedViews() {
  const { pathname } = useLocation()
  const router = useRouter()
  const { own, shared, save, remove, removeShared } = useSavedViews(pathname)
  const [saving, setSaving] = useState(false)
  const [leaving, setLeaving] = useState<SavedView>()
  // A view is of what is asked, not of the page that one has turned to.
  const { href, search } = router.buildLocation({ to: '.', search: ({ page: _, ...asked }: Search) => asked })
  return (
    <div className={styles.views}>
      <Menu label={text.label} face={<Unfolds>{text.label}</Unfolds>}>
        <Views title={text.own} views={own} shown={href} onRemove={remove} />
        <Views title={text.shared} views={shared} shown={href} onRemove={setLeaving} />
        <MenuItem onClick={() => setSaving(true)}>{text.save}</MenuItem>
      </Menu>
      {saving && (
        <SaveDialog
          forAll={canBeShared(search)}
          run={async (name, forAll) => {
            await save({ name, href }, forAll)
            setSaving(false)
          }}
          onClose={() => setSaving(false)}
        />
      )}
      {leaving !== undefined && (
        <ConfirmDialog
          title={text.removal(leaving.name)}
          text={text.removalText}
          confirm={copy.actions.remove}
          run={async () => {
            await removeShared(leaving)
            setLeaving(undefined)
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </div>
  )
}

type ViewsProps = { title: string; views: readonly SavedView[]; shown: string; onRemove: (view: SavedView) => void }

function Views({ title, views, shown, onRemove }: ViewsProps) {
  if (views.length === 0) return null
  return (
    <section className={styles.group} aria-label={title}>
      <p>{title}</p>
      <ul>
        {views.map((view) => (
          <li key={view.name}>
            <AddressLink href={view.href} aria-current={view.href === shown ? 'true' : undefined}>
              {view.name}
            </AddressLink>
            <button type="button" aria-label={text.remove(view.name)} onClick={() => onRemove(view)}>
              <span aria-hidden>✕</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type SaveDialogProps = {
  /** Whether what is on show is for everybody's eyes. */
  forAll: boolean
  run: (name: string, forAll: boolean) => Promise<void>
  onClose: () => void
}

function SaveDialog({ forAll, run, onClose }: SaveDialogProps) {
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
            maxLength={longestName}
            autoComplete="off"
            data-autofocus
          />
        </Field>
        <label className={styles.forAll}>
          <input type="checkbox" name="forAll" disabled={!forAll} aria-describedby="view-for-all" />
          {text.forAll}
        </label>
        <p id="view-for-all" className={styles.note}>
          {forAll ? text.forAllHint : text.notForAll}
        </p>
        <FormActions {...{ busy, failure }} confirm={copy.actions.save} onClose={onClose} />
      </form>
    </Dialog>
  )
}
