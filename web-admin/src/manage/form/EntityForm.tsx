import { ApiError, type CallOptions } from '@kingcar/client'
import { auditValueWord, type Spec } from '@kingcar/contract'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { type FieldValues, FormProvider, useForm } from 'react-hook-form'
import { useStore } from 'zustand/react'
import { notify } from '../../toasts/toasts.tsx'
import { Button } from '../components/controls.tsx'
import { Failure } from '../components/Failure.tsx'
import { copy } from '../copy.ts'
import { amount } from '../format.ts'
import { useAction } from '../use-action.ts'
import { useIdempotencyKey } from '../use-idempotency-key.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { type Clash, changesOf, compareChanges, type Fields } from './changes.ts'
import { EntityContext } from './entity-context.ts'
import { Faults } from './Faults.tsx'
import styles from './form.module.css'
import { type Judge, resolverOf, setFaults } from './judging.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { createUploads, UploadsContext } from './uploads.ts'
import { useSaveKey } from './use-save-key.ts'
import { useUnsavedGuard } from './use-unsaved-guard.ts'

/** A thing as the server has it: its fields as a form takes them, and its version. */
export type Loaded = { values: Fields; etag: string | null }

export type EntityFormProps = {
  /** As the server has it; for something new, what it begins with, and no version. */
  loaded: Loaded
  /** Whether it is to be made. */
  isNew?: boolean
  labels: Record<string, string>
  /** The whole of its fields by the contract: the input of the operation that creates it. */
  schema: Spec['input']
  /** The form's values as the API takes them, where the two differ. */
  toInput?: (values: Fields) => Fields
  /** Goes before the contract. */
  judge?: Judge
  /** What the audit log calls it, and its id there; its values are told in the log's words. */
  subject?: { entity: string; id?: string | undefined }
  /** A value that those words do not tell, for whoever decides between two. */
  show?: (name: string, value: unknown) => ReactNode
  /**
   * Something new is sent whole, under a key that makes a repetition harmless; else what changed, with `ifMatch`. Resolves to
   * what `exchange` does, for the new version.
   */
  send: (input: Fields, options: CallOptions) => Promise<unknown>
  /** How it is on the server now; asked after somebody else has saved. */
  reload?: () => Promise<Loaded>
  /** After it was saved; `answer` is what `send` resolved to. */
  onSaved: (answer: unknown) => unknown
  readOnly?: boolean
  children: ReactNode
  /** Beside the fields on a wide screen, below them on a narrow one. */
  aside?: ReactNode
}

type Conflict = { clashes: Clash[]; taken: string[]; server: Loaded }

/**
 * The one form of a thing that is made or changed. Checked by the contract's schema before anything is sent; what the
 * server says of a field stands at the field. Where somebody else has saved meanwhile, both values are shown.
 */
export function EntityForm(props: EntityFormProps) {
  const {
    loaded,
    isNew = false,
    labels,
    schema,
    toInput = asIs,
    judge,
    subject,
    show,
    readOnly = false,
    children,
    aside,
  } = props
  const id = useId()
  const [base, setBase] = useState(loaded)
  const [uploads] = useState(createUploads)
  const pending = useStore(uploads, (state) => state.pending)
  const keyFor = useIdempotencyKey()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const shape = useRef<HTMLFormElement>(null)

  const faultWanted = useRef(false)
  // With the words of the faults, the focus goes to the first field that has one.
  useEffect(() => {
    const faulty = shape.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (!faultWanted.current || !faulty) return
    faultWanted.current = false
    faulty.focus()
  })

  const labelOf = (name: string) => labels[name] ?? name
  const form = useForm<FieldValues>({
    defaultValues: loaded.values,
    resolver: resolverOf(schema, toInput, judge),
    shouldFocusError: false,
  })
  const { errors, dirtyFields } = form.formState
  const dirty = Object.keys(dirtyFields).length
  const guard = useUnsavedGuard(dirty > 0 || pending > 0)

  // What the server has now is what an untouched form shows.
  const seen = useRef(loaded)
  useEffect(() => {
    if (loaded === seen.current || dirty > 0) return
    seen.current = loaded
    setBase(loaded)
    form.reset(loaded.values)
  }, [loaded, dirty, form])

  const [isSending, setSending] = useState(false)
  const held = useRef<Element>(null)
  // Whoever is still here when it is over goes on where they were.
  useEffect(() => {
    if (!isSending && document.activeElement === document.body && held.current instanceof HTMLElement)
      held.current.focus()
  }, [isSending])
  const sent = async (input: Fields, etag: string | null) => {
    held.current = document.activeElement
    setSending(true)
    try {
      const version = etag === null ? {} : { ifMatch: etag }
      return await props.send(input, isNew ? { idempotencyKey: keyFor(input) } : version)
    } finally {
      setSending(false)
    }
  }

  /** It is saved, and can be left: what was typed while it was on its way stays, and is neither. */
  const settle = (values: Fields) => {
    const typed = Object.keys(changesOf(values, form.getValues()))
    form.reset(values, { keepValues: true })
    for (const name of typed) form.setValue(name, form.getValues(name), { shouldDirty: true })
    if (typed.length === 0) guard.release()
  }

  const store = async (values: Fields, on: Loaded): Promise<boolean> => {
    const input = isNew ? toInput(values) : changesOf(toInput(on.values), toInput(values))
    if (Object.keys(input).length === 0) {
      notify.success(copy.form.untouched)
      settle(values)
      return true
    }
    try {
      const answer = await sent(input, on.etag)
      settle(values)
      setBase({ values, etag: etagOf(answer) })
      notify.success(isNew ? copy.form.created : copy.form.saved)
      await props.onSaved(answer)
      return true
    } catch (cause) {
      if (cause instanceof ApiError && cause.status === 412 && props.reload) {
        const server = await props.reload()
        setConflict({ ...compareChanges(toInput(on.values), toInput(values), toInput(server.values)), server })
        return false
      }
      if (setFaults(form, cause)) return false
      throw cause
    }
  }

  const save = useAction(async (on: Loaded, then: (saved: boolean) => void = ignore) => {
    if (!(await uploads.settled())) {
      notify.error(copy.form.withoutPicture)
      return then(false)
    }
    let saved = false
    try {
      await form.handleSubmit(async (values) => {
        saved = await store(values, on)
      })()
    } finally {
      then(saved)
    }
    faultWanted.current = !saved
  })

  const decide = (chosen: Fields) => {
    if (conflict === null) return
    const { server, taken } = conflict
    const mine = form.getValues()
    const kept = { ...mine, ...chosen, ...Object.fromEntries(taken.map((name) => [name, server.values[name]])) }
    setConflict(null)
    setBase(server)
    form.reset(server.values)
    for (const [name, value] of Object.entries(kept)) form.setValue(name, value, { shouldDirty: true })
    save.act(server)
  }

  useSaveKey(() => shape.current?.requestSubmit())

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!readOnly) save.act(base)
  }

  return (
    <EntityContext value={{ id, labelOf, schema, readOnly }}>
      <UploadsContext value={uploads}>
        <FormProvider {...form}>
          <form ref={shape} className={styles.form} noValidate onSubmit={submit}>
            <Faults id={id} errors={errors} labelOf={labelOf} />
            {/* What is typed after something new was sent would be lost with its page. */}
            <div className={aside === undefined ? styles.single : styles.columns} inert={isNew && isSending}>
              <div className={styles.fields}>{children}</div>
              {aside !== undefined && <div className={styles.aside}>{aside}</div>}
            </div>
            {save.failure !== null && <Failure title={copy.form.failed} cause={save.failure} />}
            {!readOnly && (
              <div className={styles.bar}>
                <p role="status">
                  {save.busy && pending > 0
                    ? copy.form.waiting
                    : dirty > 0 && !isNew
                      ? copy.form.unsaved(amount(dirty))
                      : null}
                </p>
                {dirty > 0 && !isNew && (
                  <Button busy={save.busy} onClick={() => save.busy || form.reset(base.values)}>
                    {copy.form.revert}
                  </Button>
                )}
                <Button type="submit" tone="primary" busy={save.busy} aria-keyshortcuts="Control+S Meta+S">
                  {save.busy ? copy.form.saving : copy.form.save}
                </Button>
              </div>
            )}
          </form>
        </FormProvider>
      </UploadsContext>
      {guard.leaving !== null && (
        <LeaveDialog
          busy={save.busy}
          onStay={() => guard.leaving?.answer(false)}
          onLeave={() => guard.leaving?.answer(true)}
          onSave={() => {
            const { leaving } = guard
            save.act(base, (saved) => leaving?.answer(saved))
          }}
        />
      )}
      {conflict !== null && (
        <ConflictDialog
          {...conflict}
          labelOf={labelOf}
          id={subject?.id}
          show={(name, value) => show?.(name, value) ?? auditValueWord(subject?.entity ?? '', name, value)}
          onClose={() => setConflict(null)}
          onDecided={decide}
        />
      )}
    </EntityContext>
  )
}

/** The version that an answer came with. */
const etagOf = (answer: unknown): string | null =>
  typeof answer === 'object' && answer !== null && 'etag' in answer && typeof answer.etag === 'string'
    ? answer.etag
    : null

const asIs = (values: Fields): Fields => values
const ignore = () => {}
