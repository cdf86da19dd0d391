import { ApiError, getSetup } from '@kingcar/client'
import type { SecondFactor } from '@kingcar/contract'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { callWithoutSession, login } from '../api/api.ts'
import { hasPasskeys, loginByPasskey } from '../api/passkey.ts'
import { factorsOf } from '../api/second-factors.ts'
import { safeRedirect } from '../routing/redirect-after-login.ts'
import { fixedStrings } from '../ui/fixed-strings.ts'
import { notify } from '../ui/toasts/toasts.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'
import { failureOf } from './AccountForm.tsx'
import { Card } from './Card.tsx'
import { CodeForm } from './CodeForm.tsx'
import { copy } from './copy.ts'
import { failureHint } from './failure-hint.ts'
import { EmailField, PasswordField } from './fields.tsx'
import styles from './login.module.css'

type Faults = { email?: string; password?: string }

const validationDetails = (email: string, password: string): Faults => ({
  ...(email === '' ? { email: fixedStrings.emailRequired } : {}),
  ...(password === '' ? { password: fixedStrings.passwordRequired } : {}),
})

/**
 * The sign-in form. It is a native form whose values are read from the elements on submit, so that password managers, the
 * Enter key and Hangul composition work.
 */
export function LoginPage() {
  usePageTitle(copy.pageTitle)
  const navigate = useNavigate()
  const { redirect } = useSearch({ from: '/login' })
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const [validated, setValidated] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const [hint, setHint] = useState('')
  /** The correct email and password, while the account's second factor is missing. */
  const [proven, setProven] = useState<{ email: string; password: string; factors: readonly SecondFactor[] }>()
  const { sessionEnded = false } = useRouter().state.location.state

  useEffect(() => email.current?.focus(), [])
  // An unreachable server is reported when the user signs in.
  useEffect(() => {
    callWithoutSession(getSetup, {}).then(
      ({ needed }) => needed && void navigate({ to: '/setup', replace: true }),
      () => undefined,
    )
  }, [navigate])

  const signedIn = async () => {
    notify.success(fixedStrings.loginSucceeded)
    await navigate({ href: safeRedirect(redirect), replace: true })
  }

  const signInByPasskey = async () => {
    await loginByPasskey()
    await signedIn()
  }

  const choosePasskey = async () => {
    if (busy) return
    setBusy(true)
    setHint('')
    try {
      await signInByPasskey()
    } catch (cause) {
      setHint(failureOf(cause))
      setBusy(false)
    }
  }

  const validate = (): Faults => {
    const found = validationDetails(email.current?.value.trim() ?? '', password.current?.value ?? '')
    setFaults(found)
    return found
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setValidated(true)
    const found = validate()
    if (found.email !== undefined) return email.current?.focus()
    if (found.password !== undefined) return password.current?.focus()

    setBusy(true)
    setHint('')
    const typed = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '' }
    try {
      await login(typed.email, typed.password)
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'SECOND_FACTOR_REQUIRED') {
        setBusy(false)
        return setProven({ ...typed, factors: factorsOf(cause) })
      }
      // One text for every cause: it does not reveal whether the email or the password was wrong.
      notify.error(fixedStrings.loginFailed)
      setHint(failureHint(cause))
      setBusy(false)
      password.current?.focus()
      password.current?.select()
      return
    }
    await signedIn()
  }

  if (proven !== undefined)
    return (
      <CodeForm
        factors={proven.factors}
        send={async (code) => {
          await login(proven.email, proven.password, code)
          await signedIn()
        }}
        sendPasskey={hasPasskeys() ? signInByPasskey : undefined}
        onBack={() => setProven(undefined)}
      />
    )
  return (
    <Card
      title={copy.title}
      subtitle={copy.subtitle}
      onSubmit={(event) => void submit(event)}
      onInput={() => validated && validate()}
    >
      {sessionEnded && <p className={styles.ended}>{copy.ended}</p>}
      <EmailField ref={email} fault={faults.email} />
      <PasswordField ref={password} fault={faults.password} />
      <button type="submit" className={styles.submit} aria-disabled={busy} aria-busy={busy}>
        {busy && <span className={styles.spinner} aria-hidden />}
        <span className={busy ? styles.waiting : undefined}>{copy.submit}</span>
      </button>
      <p className={styles.notice} role="status">
        {hint}
      </p>
      {hasPasskeys() && (
        <button type="button" className={styles.link} onClick={() => void choosePasskey()}>
          {copy.passkey}
        </button>
      )}
      <Link to="/password" className={styles.link}>
        {copy.forgotten}
      </Link>
      <Link to="/pair" className={styles.link}>
        {copy.pair}
      </Link>
    </Card>
  )
}
