import { ApiError } from '@kingcar/client'
import { type Spec, validationDetails } from '@kingcar/contract'
import { type FormEvent, useState } from 'react'
import { useAction } from '../api/use-action.ts'
import { useFaultFocus } from '../components/Field.tsx'

type Texts = Record<string, string>

type ShortForm = {
  /** The contract's schema of what is sent. */
  schema: Spec['input']
  /** Further fields of the request that are not in the form. */
  fixed?: Texts
  /** Converts the texts to the fields of the request, if these are not texts. */
  read?: (texts: Texts) => Record<string, unknown>
  /** Form-specific validation; its messages take precedence over the contract's. */
  validate?: (texts: Texts) => Texts
  /** Maps error codes of the server to fields, for errors that name no field. */
  about?: Partial<Record<string, string>>
  send: (texts: Texts) => Promise<unknown>
}

/**
 * A short form of text fields in a dialog, read from the form element on submit. Faults, the console's and the server's, are
 * shown at their fields and move the focus there.
 */
export function useShortForm({
  schema,
  fixed = {},
  read = (texts) => texts,
  validate = () => ({}),
  about = {},
  send,
}: ShortForm) {
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
    const byContract = validationDetails(schema, read(known)).map(({ path, ko }) => [path, ko] as const)
    const found = { ...Object.fromEntries(byContract), ...validate(texts) }
    setFaults(found)
    if (Object.keys(found).length === 0) act(known, names)
  }
  return { form, submit, busy, failure, faults }
}

/** The texts of a form's fields, trimmed except for passwords. */
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
