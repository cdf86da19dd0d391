import { createScreenSession } from '@kingcar/client'
import { screenOperations } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { endOnServer, exchange, session } from '../../api/api.ts'
import { wantsFullScreen } from '../../api/app-settings.ts'
import { enterFullScreen, keepAwake } from '../../wall/kiosk/display.ts'
import { unlockSound } from '../../wall/kiosk/sound.ts'
import { settingsQuery, storesQuery } from '../api/queries.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { Button } from '../components/controls.tsx'
import { Dialog, DialogActions, FormActions } from '../components/Dialog.tsx'
import { StoreAndName } from '../components/StoreAndName.tsx'
import { useShortForm } from '../form/use-short-form.ts'
import { forgetOwnViews } from '../list/saved-views.ts'
import { copy } from '../text/copy.ts'
import { flushDeletions } from '../undo/undoable-delete.ts'
import { forgetUnsent } from '../undo/unsent-deletions.ts'
import { text } from './copy.ts'

/**
 * Turns this browser into a wall screen: a screen session replaces the administrator's, which ends. The click is also the user
 * gesture that sound, wake lock and full screen need. If the response was lost, sending the same fields again creates no second
 * screen; but the tokens were only in the lost response, so that screen cannot be used.
 */
export function BecomeScreenDialog({ onClose }: { onClose: () => void }) {
  const stores = useQuery(storesQuery)
  const settings = useQuery(settingsQuery)
  const navigate = useNavigate()
  const router = useRouter()
  const keyFor = useIdempotencyKey()
  const [lost, setLost] = useState<string>()
  useEffect(() => void router.preloadRoute({ to: '/connect' }), [router])

  const { form, faults, busy, failure, submit } = useShortForm({
    schema: screenOperations.createScreenSession.input,
    validate: ({ storeId }) => (storeId === '' ? { storeId: text.storeRequired } : {}),
    send: async ({ storeId = '', name = '' }) => {
      unlockSound()
      await flushDeletions()
      const fields = { storeId, name }
      const { result, answeredAt } = await exchange(createScreenSession, fields, { idempotencyKey: keyFor(fields) })
      const { accessToken, refreshToken } = result
      if (accessToken === undefined || refreshToken === undefined) return setLost(name)
      const ended = await session.end({ tokens: { accessToken, refreshToken }, answeredAt })
      // Wall screens are in public places: remove what administrators stored in this browser.
      forgetOwnViews()
      forgetUnsent()
      sessionStorage.clear()
      void keepAwake()
      if (wantsFullScreen(settings.data)) void enterFullScreen()
      try {
        await navigate({ to: '/connect', search: { kiosk: 1 }, replace: true })
      } finally {
        // After the navigation, because the socket of the management pages would report the ended session.
        await endOnServer(ended)
      }
    },
  })

  if (lost !== undefined) {
    return (
      <Dialog key="lost" title={text.lostTitle} onClose={onClose}>
        <p role="alert">{text.lost(lost)}</p>
        <DialogActions>
          <Button data-autofocus onClick={onClose}>
            {copy.actions.close}
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Dialog title={text.become} busy={busy} onClose={onClose}>
      <p>{text.becomeText}</p>
      <form ref={form} noValidate onSubmit={submit}>
        <StoreAndName id="screen" texts={text} {...{ stores, faults }} />
        <FormActions {...{ busy, failure }} confirm={text.becomeConfirm} onClose={onClose} />
      </form>
    </Dialog>
  )
}
