import { acceptInvitation, checkInvitation } from '@kingcar/client'
import { adminRoleLabels } from '@kingcar/contract'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { callWithoutSession, signIn } from '../api/api.ts'
import { notify } from '../ui/toasts/toasts.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'
import { AccountForm, failureOf } from './AccountForm.tsx'
import { copy } from './copy.ts'
import { Message } from './Message.tsx'

const text = copy.invitation

type Found = Awaited<ReturnType<typeof check>>
const check = (token: string) => callWithoutSession(checkInvitation, { token })

/**
 * The page to which the link of an invitation leads. Its token is in the fragment, which browsers send to no server.
 */
export function InvitationPage() {
  usePageTitle(text.pageTitle)
  const navigate = useNavigate()
  const token = useRouter().state.location.hash
  const [found, setFound] = useState<Found>()
  const [failure, setFailure] = useState('')
  useEffect(() => {
    check(token).then(setFound, (cause: unknown) => setFailure(failureOf(cause)))
  }, [token])

  if (found === undefined)
    return (
      <Message title={failure === '' ? text.title : text.failed} toLogin={failure !== ''}>
        {failure || copy.loading}
      </Message>
    )
  return (
    <AccountForm
      title={text.title}
      subtitle={text.subtitle(adminRoleLabels[found.role])}
      fields={['name', 'email', 'password']}
      given={found}
      submit={text.submit}
      about={{ EMAIL_TAKEN: 'email' }}
      send={async ({ name, email, password }) => {
        await signIn((open) => open.exchange(acceptInvitation, { token, name, email, password }))
        notify.success(text.done)
        await navigate({ href: '/manage', replace: true })
      }}
    />
  )
}
