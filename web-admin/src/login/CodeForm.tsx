import { ApiError } from '@kingcar/client'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { failureOf } from './AccountForm.tsx'
import { Card } from './Card.tsx'
import { copy } from './copy.ts'
import { TextField } from './fields.tsx'
import styles from './login.module.css'

const text = copy.secondFactor

type CodeFormProps = {
  /** Signs in with the code. */
  send: (code: string) => Promise<unknown>
  /** Signs in with a passkey instead; absent without passkeys in this browser. */
  sendPasskey: (() => Promise<unknown>) | undefined
  /** Back to email and password. */
  onBack: () => void
}

/** The second step of a sign-in: a code of the authenticator app, a recovery code, or a passkey. */
export function CodeForm({ send, sendPasskey, onBack }: CodeFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [recovery, setRecovery] = useState(false)
  const [fault, setFault] = useState<string>()
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const kind = recovery ? text.recovery : text.app

  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind of code and each fault move the focus to the field
  useEffect(() => form.current?.querySelector('input')?.select(), [recovery, fault])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    setFailure('')
    setFault(code === '' ? kind.required : undefined)
    if (code !== '') await run(() => send(code))
  }

  const run = async (signIn: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    setFailure('')
    try {
      await signIn()
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'CODE_INVALID') setFault(kind.wrong)
      else setFailure(failureOf(cause))
      setBusy(false)
    }
  }

  return (
    <Card title={text.title} subtitle={kind.subtitle} form={form} onSubmit={(event) => void submit(event)}>
      <TextField
        key={kind.label}
        id="code"
        label={kind.label}
        fault={fault}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        inputMode={recovery ? 'text' : 'numeric'}
      />
      <button type="submit" className={styles.submit} aria-disabled={busy} aria-busy={busy}>
        {busy && <span className={styles.spinner} aria-hidden />}
        <span className={busy ? styles.waiting : undefined}>{copy.submit}</span>
      </button>
      <p className={styles.notice} role="alert">
        {failure}
      </p>
      {sendPasskey && (
        <button type="button" className={styles.link} onClick={() => void run(sendPasskey)}>
          {copy.passkey}
        </button>
      )}
      <button
        type="button"
        className={styles.link}
        onClick={() => {
          setFault(undefined)
          setRecovery(!recovery)
        }}
      >
        {kind.other}
      </button>
      <button type="button" className={styles.link} onClick={onBack}>
        {text.back}
      </button>
    </Card>
  )
}
