import type { AdminOperation, Spec } from '@kingcar/contract'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type FieldValues, FormProvider, useForm } from 'react-hook-form'
import { useStore } from 'zustand/react'
import { useMay } from '../api/rights.tsx'
import { Button } from '../components/controls.tsx'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { copy } from '../text/copy.ts'
import type { Fields } from './changes.ts'
import { EntityContext } from './entity-context.ts'
import { Faults } from './Faults.tsx'
import styles from './form.module.css'
import { LeaveDialog } from './LeaveDialog.tsx'
import { createUploads, UploadsContext } from './pending-uploads.ts'
import { SaveBar } from './SaveBar.tsx'
import { useDraft } from './use-draft.ts'
import { type Exchanges, type Loaded, type Saving, useSave } from './use-save.ts'
import { useSaveKey } from './use-save-key.ts'
import { useUnsavedGuard } from './use-unsaved-guard.ts'
import { resolverOf, type Validate } from './validation.ts'

export type { Loaded }

export type EntityFormProps = Exchanges & {
  /** The operation that saves it; an administrator that may not call it sees the values only. */
  op?: AdminOperation
  /** Whether the form creates the entity. */
  isNew?: boolean
  labels: Record<string, string>
  /** The contract's schema of all fields: the input of the operation that creates the entity. */
  schema: Spec['input']
  /** Converts the form's values to the API's input, if the two differ. */
  toInput?: (values: Fields) => Fields
  /** Form-specific validation; its messages take precedence over the contract's. */
  validate?: Validate
  /** Entity name and id in the audit log; conflicting values are shown with the log's labels. */
  subject?: { entity: string; id?: string | undefined }
  /** Renders a value that those labels do not cover, in the conflict dialog. */
  show?: (name: string, value: unknown) => ReactNode
  readOnly?: boolean
  children: ReactNode
  /** Beside the fields on a wide screen, below them on a narrow one. */
  aside?: ReactNode
}

/** What the form of a kind of entity gets from its pages. */
export type EntityPartProps = Pick<
  EntityFormProps,
  'loaded' | 'isNew' | 'op' | 'readOnly' | 'send' | 'reload' | 'onSaved'
>

/**
 * The form that creates or changes an entity. Validates by the contract's schema before sending; errors of the server are
 * shown at their fields. On an edit conflict it shows both values.
 */
export function EntityForm(props: EntityFormProps) {
  const { loaded, isNew = false, labels, schema, toInput = asIs, validate, children, aside } = props
  const may = useMay()
  const isLocked = props.op !== undefined && !may(props.op)
  const readOnly = props.readOnly === true || isLocked
  const id = useId()
  const formElement = useRef<HTMLFormElement>(null)
  const [uploads] = useState(createUploads)
  const pending = useStore(uploads, (state) => state.pending)
  const form = useForm<FieldValues>({
    defaultValues: loaded.values,
    resolver: resolverOf(schema, toInput, validate),
    shouldFocusError: false,
  })
  const { errors, dirtyFields } = form.formState
  const dirty = Object.keys(dirtyFields).length
  const latestDraft = useRef<ReturnType<typeof useDraft>>(null)
  const guard = useUnsavedGuard(dirty > 0 || pending > 0)
  const release = () => {
    guard.release()
    latestDraft.current?.remove()
  }
  const save = useSave({ ...props, isNew, toInput, form, formElement, dirty, uploads, release })
  const draft = useDraft(form, save.base, readOnly)
  latestDraft.current = draft
  const labelOf = (name: string) => labels[name] ?? name

  useSaveKey(() => formElement.current?.requestSubmit())
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!readOnly) save.act()
  }

  return (
    <EntityContext value={{ id, labelOf, schema, readOnly }}>
      <UploadsContext value={uploads}>
        <FormProvider {...form}>
          <form ref={formElement} className={styles.form} noValidate onSubmit={submit}>
            {draft.restored !== null && dirty > 0 && (
              <p className={styles.restored} role="status">
                {copy.form.restored[draft.restored]}{' '}
                <Button
                  onClick={() => {
                    form.reset(save.base.values)
                    draft.remove()
                  }}
                >
                  {copy.form.discard}
                </Button>
              </p>
            )}
            <Faults id={id} errors={errors} labelOf={labelOf} />
            {/* While a new entity is being sent, input is blocked: it would be lost with the page. */}
            <fieldset
              className={aside ? styles.columns : styles.single}
              disabled={isLocked}
              inert={isNew && save.isSending}
            >
              <div className={styles.fields}>{children}</div>
              {aside && <div className={styles.aside}>{aside}</div>}
            </fieldset>
            {!readOnly && (
              <SaveBar
                busy={save.busy}
                waiting={pending > 0}
                changes={isNew ? 0 : dirty}
                failure={save.failure}
                onRevert={() => save.busy || form.reset(save.base.values)}
              />
            )}
          </form>
        </FormProvider>
      </UploadsContext>
      {guard.leaving !== null && (
        <LeaveDialog
          busy={save.busy}
          onStay={() => guard.leaving?.answer(false)}
          onLeave={() => {
            draft.remove()
            guard.leaving?.answer(true)
          }}
          onSave={() => {
            const { leaving } = guard
            save.act((saved) => leaving?.answer(saved))
          }}
        />
      )}
      <Conflict {...{ save, labelOf }} {...props} />
    </EntityContext>
  )
}

type ConflictProps = Pick<EntityFormProps, 'subject' | 'show'> & { save: Saving; labelOf: (name: string) => string }

const loadConflict = async () => (await import('./ConflictDialog.tsx')).ConflictDialog

/** The dialog of an edit conflict. */
function Conflict({ save, labelOf, subject, show }: ConflictProps) {
  const { conflict, decide, dropConflict } = save
  const { Dialog: ConflictDialog, show: open } = useLazyDialog(loadConflict, copy.failures.dialog, dropConflict)
  const latestOpen = useRef(open)
  latestOpen.current = open
  useEffect(() => {
    if (conflict !== null) latestOpen.current()
  }, [conflict])
  if (conflict === null || ConflictDialog === null) return null
  return (
    <ConflictDialog
      {...conflict}
      labelOf={labelOf}
      id={subject?.id}
      entity={subject?.entity ?? ''}
      show={show}
      onClose={dropConflict}
      onDecided={decide}
    />
  )
}

const asIs = (values: Fields): Fields => values
