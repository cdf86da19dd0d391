import { ApiError } from '@kingcar/client'
import { faultsOf, type Spec } from '@kingcar/contract'
import { type FormEvent, useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { useFaultFocus } from '../components/Field.tsx'

type Texts = Record<string, string>

type ShortForm = {
  /** What it sends, by the contract. */
  schema: Spec['input']
  /** What is sent besides the fields. */
  fixed?: Texts
  /** What the contract cannot say of the fields, or says with less sense; goes before it. */
  validate?: (texts: Texts) => Texts
  /** Which field an error of the server is about, where it names none itself. */
  about?: Partial<Record<string, string>>
  send: (texts: Texts) => Promise<unknown>
}

/**
 * A few fields of text in a dialog, read from the form as it is sent: each fault, ours or the server's, stands at its field
 * and moves the focus there.
 */
export function useShortForm({ schema, fixed = {}, validate = () => ({}), about = {}, send }: ShortForm) {
  const [faults, setFaults] = useState<Texts>({})
  const { busy, failure, act } = useAction(async (texts: Texts, names: readonly string[]) => {
    try {
      await send(texts)
    } catch (cause) {
      const found = refusedFields(cause, about, names)
      if (Object.keys(found).length === 0) throw cause
      setFaults(found)
    }
  })
  const form = useFaultFocus(faults)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const names = [...new FormData(event.currentTarget).keys()]
    const texts = { ...fixed, ...textsOf(event.currentTarget) }
    const known = Object.fromEntries(Object.entries(texts).filter(([name]) => Object.hasOwn(schema.properties, name)))
    const byContract = faultsOf(schema, known).map(({ path, ko }) => [path, ko] as const)
    const found = { ...Object.fromEntries(byContract), ...validate(texts) }
    setFaults(found)
    if (Object.keys(found).length === 0) act(known, names)
  }
  return { form, submit, busy, failure, faults }
}

/** What stands in a form's fields. A password is what was typed; around anything else, spaces mean nothing. */
function textsOf(form: HTMLFormElement): Texts {
  const texts: Texts = {}
  for (const [name, value] of new FormData(form)) {
    const field = form.elements.namedItem(name)
    const asTyped = field instanceof HTMLInputElement && field.type === 'password'
    texts[name] = asTyped ? String(value) : String(value).trim()
  }
  return texts
}

function refusedFields(cause: unknown, about: Partial<Record<string, string>>, names: readonly string[]): Texts {
  if (!(cause instanceof ApiError)) return {}
  const named = cause.details.filter(({ path }) => names.includes(path)).map(({ path, message }) => [path, message])
  const field = about[cause.code]
  return Object.fromEntries(named.length > 0 || field === undefined ? named : [[field, cause.userMessage]])
}
