import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useStore } from 'zustand/react'
import { currentAdminId } from '../api/current-admin-id.ts'
import { useCurrentAdmin } from '../api/use-current-admin.ts'
import { signingInAgain } from '../api/use-session-ended.ts'
import { Button } from '../components/controls.tsx'
import { Dialog, DialogActions } from '../components/Dialog.tsx'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { copy } from './copy.ts'
import { useSignOut } from './use-sign-out.ts'

const load = async () => (await import('./SignInDialog.tsx')).SignInDialog

/** Notifies of changes of the session by other tabs. */
export function watchSession(changed: () => void): () => void {
  window.addEventListener('storage', changed)
  return () => window.removeEventListener('storage', changed)
}

type SessionWatchProps = {
  /** Id of the administrator under whom the user works in this tab. */
  acting: string | undefined
  onActing: (id: string) => void
  reconnect: () => void
}

/**
 * Asks the user to sign in again when the session has ended, until another tab has signed in. Asks for agreement when
 * the browser has the session of another administrator, because all tabs share one session, and changes are recorded
 * under its name.
 */
export function SessionWatch({ acting, onActing, reconnect }: SessionWatchProps) {
  const client = useQueryClient()
  const { open, confirmed } = useStore(signingInAgain)
  const current = useSyncExternalStore(watchSession, currentAdminId)
  const { data: admin } = useCurrentAdmin(acting)
  const { Dialog: SignInDialog, show, hide } = useLazyDialog(load, copy.signIn.openFailed, () => settle(true))
  const latestShow = useRef(show)
  latestShow.current = show
  useEffect(() => {
    if (open) latestShow.current()
  }, [open])

  useEffect(() => () => settle(false), [])
  const close = (postponed: boolean) => {
    hide()
    settle(postponed)
  }
  const refresh = () => {
    reconnect()
    void client.invalidateQueries()
  }
  const latestClose = useRef(close)
  latestClose.current = close
  const latestRefresh = useRef(refresh)
  latestRefresh.current = refresh
  const isAsking = SignInDialog !== null
  useEffect(() => {
    if (!isAsking) return
    const signedInElsewhere = ({ key, newValue }: StorageEvent) => {
      // The refresh token is stored after the access token; with one of them only there is no session.
      if (key !== 'refreshToken' || newValue === null) return
      latestClose.current(false)
      if (currentAdminId() === acting) latestRefresh.current()
    }
    window.addEventListener('storage', signedInElsewhere)
    return () => window.removeEventListener('storage', signedInElsewhere)
  }, [isAsking, acting])
  if (SignInDialog !== null) {
    const signedIn = () => {
      close(false)
      refresh()
      if (currentAdminId() === acting) confirmed?.()
    }
    const confirming = confirmed !== undefined
    return (
      <SignInDialog {...{ confirming }} email={admin?.email} onClose={() => close(!confirming)} onSignedIn={signedIn} />
    )
  }
  if (current === undefined || current === acting) return null
  const goOn = () => {
    onActing(current)
    refresh()
  }
  return <OtherAdminDialog id={current} onGoOn={goOn} />
}

function OtherAdminDialog({ id, onGoOn }: { id: string; onGoOn: () => void }) {
  const name = useCurrentAdmin(id).data?.name
  // Without the usual offer to save before leaving, which would store the input under the other administrator's name.
  const signOut = useSignOut({ discarding: true })
  const text = copy.otherAdmin
  // `busy` keeps Escape from closing it, because the user has to decide.
  return (
    <Dialog title={text.title} busy onClose={ignore}>
      <p>{name === undefined ? text.text : text.textOf(name)}</p>
      <p>{text.signOutEffect}</p>
      <DialogActions>
        <Button onClick={() => void signOut()}>{text.signOut}</Button>
        <Button tone="primary" data-autofocus onClick={onGoOn}>
          {name === undefined ? text.goOn : text.goOnAs(name)}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const settle = (postponed: boolean) => signingInAgain.setState({ open: false, postponed })
const ignore = () => {}
