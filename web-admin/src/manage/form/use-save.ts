import { ApiError, type CallOptions } from '@kingcar/client'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { notify } from '../../ui/toasts/toasts.tsx'
import { useAction } from '../api/use-action.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { copy } from '../text/copy.ts'
import { type Clash, changesOf, compareChanges, type Fields } from './changes.ts'
import type { Uploads } from './pending-uploads.ts'
import { useFaultyField, useHeldFocus } from './use-form-focus.ts'
import { setFaults } from './validation.ts'

/** An entity as the server has it: its fields in the form's format, and its ETag. */
export type Loaded = { values: Fields; etag: string | null }

/** How a form communicates with the server. */
export type Exchanges = {
  /** The entity as the server has it; for a new one, its initial values without an ETag. */
  loaded: Loaded
  /**
   * Sends a new entity as a whole, under an idempotency key, or the changes of an existing one with `ifMatch`. Resolves as
   * `exchange` does, so that the form gets the new ETag.
   */
  send: (input: Fields, options: CallOptions) => Promise<unknown>
  /** Loads the entity again, after an edit conflict. */
  reload?: () => Promise<Loaded>
  /** Called after saving with the result of `send`. */
  onSaved: (result: unknown) => unknown
}

type SaveProps = Exchanges & {
  isNew: boolean
  toInput: (values: Fields) => Fields
  form: UseFormReturn
  formElement: RefObject<HTMLFormElement | null>
  /** Number of fields that differ from the saved state. */
  dirty: number
  uploads: Uploads
  /** Lets the next navigation pass without a question. */
  release: () => void
}

type Conflict = { clashes: Clash[]; taken: string[]; server: Loaded }

/** Saves a form. Returns the state that the form is based on, and the edit conflict if there is one. */
export function useSave(props: SaveProps) {
  const { isNew, toInput, form, uploads } = props
  const keyFor = useIdempotencyKey()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const wantFault = useFaultyField(props.formElement)
  const [base, setBase] = useBase(props)
  const [isSending, whileSending] = useHeldFocus()

  const sent = (input: Fields, etag: string | null) => {
    const version = etag === null ? {} : { ifMatch: etag }
    return whileSending(() => props.send(input, isNew ? { idempotencyKey: keyFor(input) } : version))
  }

  /** Marks the form as saved. Input typed during saving stays, as unsaved changes. */
  const markSaved = (values: Fields) => {
    const typed = Object.keys(changesOf(values, form.getValues()))
    form.reset(values, { keepValues: true })
    for (const name of typed) form.setValue(name, form.getValues(name), { shouldDirty: true })
    if (typed.length === 0) props.release()
  }

  const store = async (values: Fields, on: Loaded): Promise<boolean> => {
    const input = isNew ? toInput(values) : changesOf(toInput(on.values), toInput(values))
    if (Object.keys(input).length === 0) {
      notify.success(copy.form.untouched)
      markSaved(values)
      return true
    }
    try {
      const result = await sent(input, on.etag)
      markSaved(values)
      setBase({ values, etag: etagOf(result) })
      notify.success(isNew ? copy.form.created : copy.form.saved)
      await props.onSaved(result)
      return true
    } catch (cause) {
      if (cause instanceof ApiError && cause.status === 412 && props.reload) {
        const server = await props.reload()
        setConflict({ ...compareChanges(toInput(on.values), toInput(values), toInput(server.values)), server })
        return false
      }
      const allShown = setFaults(form, cause)
      wantFault(true)
      if (allShown) return false
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
    wantFault(!saved)
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

  return {
    base,
    conflict,
    isSending,
    busy: save.busy,
    failure: save.failure,
    act: (then?: (saved: boolean) => void) => save.act(base, then),
    decide,
    dropConflict: () => setConflict(null),
  }
}

export type Saving = ReturnType<typeof useSave>

/** The state that the form is based on. It follows `loaded` as long as the form has no changes. */
function useBase({ loaded, dirty, form }: Pick<SaveProps, 'loaded' | 'dirty' | 'form'>) {
  const [base, setBase] = useState(loaded)
  const seen = useRef(loaded)
  useEffect(() => {
    if (loaded === seen.current || dirty > 0) return
    seen.current = loaded
    setBase(loaded)
    form.reset(loaded.values)
  }, [loaded, dirty, form])
  return [base, setBase] as const
}

/** The ETag of a result, if it has one. */
const etagOf = (result: unknown): string | null =>
  typeof result === 'object' && result !== null && 'etag' in result && typeof result.etag === 'string'
    ? result.etag
    : null

const ignore = () => {}
