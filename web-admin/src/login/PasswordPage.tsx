import { forgetAdminPassword, resetAdminPassword } from '@kingcar/client'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { callWithoutSession } from '../api/api.ts'
import { usePageTitle } from '../ui/use-page-title.ts'
import { AccountForm } from './AccountForm.tsx'
import { copy } from './copy.ts'
import styles from './login.module.css'
import { Message } from './Message.tsx'

/**
 * Requests a link to set a password; with the token of such a link in the fragment, which browsers send to no server,
 * sets it.
 */
export function PasswordPage() {
  usePageTitle(copy.forgot.pageTitle)
  const token = useRouter().state.location.hash
  const [done, setDone] = useState(false)
  const text = token === '' ? copy.forgot : copy.reset
  if (done)
    return (
      <Message title={text.doneTitle} toLogin>
        {text.done}
      </Message>
    )
  return (
    <AccountForm
      key={token}
      title={text.title}
      subtitle={text.subtitle}
      fields={token === '' ? ['email'] : ['password']}
      submit={text.submit}
      send={async ({ email, password }) => {
        if (token === '') await callWithoutSession(forgetAdminPassword, { email })
        else await callWithoutSession(resetAdminPassword, { token, newPassword: password })
        setDone(true)
      }}
    >
      <Link to="/login" className={styles.link}>
        {copy.toLogin}
      </Link>
    </AccountForm>
  )
}
