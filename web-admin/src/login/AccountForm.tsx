import { ApiError } from '@kingcar/client'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { PasskeyError } from '../api/passkey.ts'
import { Card } from './Card.tsx'
import { copy } from './copy.ts'
import { failureHint } from './failure-hint.ts'
import { EmailField, PasswordField, TextField } from './fields.tsx'
import styles from './login.module.css'

type FieldName = 'code' | 'name' | 'email' | 'password'
type Values = Record<FieldName, string>

const required: Values = {
  code: copy.codeRequired,
  name: copy.nameRequired,
  email: copy.emailRequired,
  password: copy.passwordRequired,
}

type AccountFormProps = {
  title: string
  subtitle: string
  fields: readonly FieldName[]
  /** Values at first. An email that is given cannot be changed. */
  given?: { name?: string | null; email?: string | null }
  submit: string
  /** Fields to which error codes of the server belong. */
  about?: Partial<Record<string, FieldName>>
  send: (values: Values) => Promise<unknown>
  children?: ReactNode
}

/**
 * A form of the pages before a session. It is a native form, like the sign-in form. Faults that the server reports are
 * shown at their fields, other failures below the button.
 */
export function AccountForm({ fields, given = {}, about = {}, send, ...texts }: AccountFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)

  useEffect(() => form.current?.querySelector<HTMLElement>('input:not([readonly])')?.focus(), [])
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [faults])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const typed = new FormData(event.currentTarget)
    const textOf = (name: FieldName) => String(typed.get(name) ?? '')
    const values = {
      code: textOf('code').trim(),
      name: textOf('name').trim(),
      email: textOf('email').trim(),
      password: textOf('password'),
    }
    const missing = fields.filter((name) => values[name] === '').map((name) => [name, required[name]] as const)
    setFaults(Object.fromEntries(missing))
    setFailure('')
    if (missing.length > 0) return
    setBusy(true)
    try {
      await send(values)
    } catch (cause) {
      const found = faultsOf(cause, fields, about)
      setFaults(found)
      if (Object.keys(found).length === 0) setFailure(failureOf(cause))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card title={texts.title} subtitle={texts.subtitle} form={form} onSubmit={(event) => void submit(event)}>
      {fields.includes('code') && <TextField id="code" label={copy.code} fault={faults.code} autoComplete="off" />}
      {fields.includes('name') && (
        <TextField
          id="name"
          label={copy.name}
          fault={faults.name}
          autoComplete="name"
          defaultValue={given.name ?? undefined}
        />
      )}
      {fields.includes('email') && (
        <EmailField fault={faults.email} defaultValue={given.email ?? undefined} readOnly={Boolean(given.email)} />
      )}
      {fields.includes('password') && <PasswordField fault={faults.password} isNew />}
      <button type="submit" className={styles.submit} aria-disabled={busy} aria-busy={busy}>
        {busy && <span className={styles.spinner} aria-hidden />}
        <span className={busy ? styles.waiting : undefined}>{texts.submit}</span>
      </button>
      <p className={styles.notice} role="alert">
        {failure}
      </p>
      {texts.children}
    </Card>
  )
}

/** The faults that the server reported, by field. */
function faultsOf(cause: unknown, fields: readonly string[], about: Partial<Record<string, string>>) {
  if (!(cause instanceof ApiError)) return {}
  const field = about[cause.code]
  if (field !== undefined) return { [field]: cause.userMessage }
  // the name of the field on this page: a new password is `newPassword` in some operations
  const named = cause.details.map(({ path, message }) => [path === 'newPassword' ? 'password' : path, message] as const)
  return Object.fromEntries(named.filter(([path]) => fields.includes(path)))
}

/** Advice for the user about a failure that belongs to no field. */
export function failureOf(cause: unknown): string {
  if (cause instanceof PasskeyError) return cause.message
  return cause instanceof ApiError && cause.status < 500 ? cause.userMessage : failureHint(cause) || copy.unavailable
}
