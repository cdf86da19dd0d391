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

/** A thing as the server has it: its fields as a form takes them, and its version. */
export type Loaded = { values: Fields; etag: string | null }

/** What passes between a form and the server. */
export type Exchanges = {
  /** As the server has it; for something new, what it begins with, and no version. */
  loaded: Loaded
  /**
   * Something new is sent whole, under a key that makes a repetition harmless; else what changed, with `ifMatch`. Resolves to
   * what `exchange` does, for the new version.
   */
  send: (input: Fields, options: CallOptions) => Promise<unknown>
  /** How it is on the server now; asked after somebody else has saved. */
  reload?: () => Promise<Loaded>
  /** After it was saved; `answer` is what `send` resolved to. */
  onSaved: (answer: unknown) => unknown
}

type Saved = Exchanges & {
  isNew: boolean
  toInput: (values: Fields) => Fields
  form: UseFormReturn
  shape: RefObject<HTMLFormElement | null>
  /** How many fields differ from what is saved. */
  dirty: number
  uploads: Uploads
  /** Lets the next way out through. */
  release: () => void
}

type Conflict = { clashes: Clash[]; taken: string[]; server: Loaded }

/** Saves what a form holds, and tells what it holds beside the server: what it is based on, and whose change came between. */
export function useSave(props: Saved) {
  const { isNew, toInput, form, uploads } = props
  const keyFor = useIdempotencyKey()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const wantFault = useFaultyField(props.shape)
  const [base, setBase] = useBase(props)
  const [isSending, whileSending] = useHeldFocus()

  const sent = (input: Fields, etag: string | null) => {
    const version = etag === null ? {} : { ifMatch: etag }
    return whileSending(() => props.send(input, isNew ? { idempotencyKey: keyFor(input) } : version))
  }

  /** It is saved, and can be left: what was typed while it was on its way stays, and is neither. */
  const settle = (values: Fields) => {
    const typed = Object.keys(changesOf(values, form.getValues()))
    form.reset(values, { keepValues: true })
    for (const name of typed) form.setValue(name, form.getValues(name), { shouldDirty: true })
    if (typed.length === 0) props.release()
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

/** What a form is based on: what the server has now, as long as it is untouched. */
function useBase({ loaded, dirty, form }: Pick<Saved, 'loaded' | 'dirty' | 'form'>) {
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

/** The version that an answer came with. */
const etagOf = (answer: unknown): string | null =>
  typeof answer === 'object' && answer !== null && 'etag' in answer && typeof answer.etag === 'string'
    ? answer.etag
    : null

const ignore = () => {}
