import { ApiError, setUp } from '@kingcar/client'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { signIn } from '../api/api.ts'
import { notify } from '../ui/toasts/toasts.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'
import { AccountForm } from './AccountForm.tsx'
import { copy } from './copy.ts'
import { Message } from './Message.tsx'

const text = copy.setup

/** Creates the first administrator. */
export function SetupPage() {
  usePageTitle(text.pageTitle)
  const navigate = useNavigate()
  const [over, setOver] = useState(false)
  if (over)
    return (
      <Message title={text.over} toLogin>
        {text.overText}
      </Message>
    )
  return (
    <AccountForm
      title={text.title}
      subtitle={text.subtitle}
      fields={['code', 'name', 'email', 'password']}
      submit={text.submit}
      about={{ SETUP_CODE_INVALID: 'code' }}
      send={async (values) => {
        try {
          await signIn((open) => open.exchange(setUp, values))
        } catch (cause) {
          if (!(cause instanceof ApiError && cause.code === 'SETUP_DONE')) throw cause
          return setOver(true)
        }
        notify.success(text.done)
        await navigate({ href: '/manage', replace: true })
      }}
    />
  )
}
