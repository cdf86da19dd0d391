import { ApiError } from '@kingcar/client'
import type { SecondFactor } from '@kingcar/contract'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { failureOf } from './AccountForm.tsx'
import { Card } from './Card.tsx'
import { copy } from './copy.ts'
import { TextField } from './fields.tsx'
import styles from './login.module.css'

const text = copy.secondFactor

type CodeFormProps = {
  /** The second factors of the account. */
  factors: readonly SecondFactor[]
  /** Signs in with the code. */
  send: (code: string) => Promise<unknown>
  /** Signs in with a passkey instead; absent without passkeys in this browser. */
  sendPasskey: (() => Promise<unknown>) | undefined
  /** Back to email and password. */
  onBack: () => void
}

/** The second step of a sign-in: a code of the authenticator app, a recovery code, or a passkey, whichever the account has. */
export function CodeForm({ factors, send, sendPasskey, onBack }: CodeFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const usable = factors.filter((each) => each !== 'passkey' || sendPasskey)
  const [chosen = 'unusable', setChosen] = useState(usable[0])
  const [fault, setFault] = useState<string>()
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const kind = text[chosen]

  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind of code and each fault move the focus to the field
  useEffect(() => {
    const control = form.current?.querySelector<HTMLElement>('input, [type=submit]')
    control?.focus()
    if (control instanceof HTMLInputElement) control.select()
  }, [chosen, fault])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    if (chosen === 'passkey') return sendPasskey && run(sendPasskey)
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    setFailure('')
    setFault(code === '' ? text.required : undefined)
    if (code !== '') await run(() => send(code))
  }

  const run = async (signIn: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    setFailure('')
    try {
      await signIn()
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'CODE_INVALID' && 'wrong' in kind) setFault(kind.wrong)
      else setFailure(failureOf(cause))
      setBusy(false)
    }
  }

  return (
    <Card title={text.title} subtitle={kind.subtitle} form={form} onSubmit={(event) => void submit(event)}>
      {'label' in kind && (
        <TextField
          key={kind.label}
          id="code"
          label={kind.label}
          fault={fault}
          autoComplete={chosen === 'totp' ? 'one-time-code' : 'off'}
          inputMode={chosen === 'totp' ? 'numeric' : 'text'}
        />
      )}
      {chosen !== 'unusable' && (
        <button type="submit" className={styles.submit} aria-disabled={busy} aria-busy={busy}>
          {busy && <span className={styles.spinner} aria-hidden />}
          <span className={busy ? styles.waiting : undefined}>{chosen === 'passkey' ? copy.passkey : copy.submit}</span>
        </button>
      )}
      <p className={styles.notice} role="alert">
        {failure}
      </p>
      {usable
        .filter((each) => each !== chosen)
        .map((each) => (
          <button
            key={each}
            type="button"
            className={styles.link}
            onClick={() => {
              if (each === 'passkey') return sendPasskey && void run(sendPasskey)
              setFault(undefined)
              setChosen(each)
            }}
          >
            {text[each].use}
          </button>
        ))}
      <button type="button" className={styles.link} onClick={onBack}>
        {text.back}
      </button>
    </Card>
  )
}
