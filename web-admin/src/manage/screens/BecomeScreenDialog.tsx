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
import { text } from './copy.ts'

/**
 * Makes this browser a wall screen: a session of its own takes the place of the administrator's, which ends. The press is
 * also the gesture that sound, wake lock and full screen ask for. The same fields sent again after a lost answer make no
 * second screen; its tokens were in that answer alone, so it is of no use to anybody.
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
      // What administrators left here is not for where anybody passes.
      forgetOwnViews()
      sessionStorage.clear()
      void keepAwake()
      if (wantsFullScreen(settings.data)) void enterFullScreen()
      try {
        await navigate({ to: '/connect', search: { kiosk: 1 }, replace: true })
      } finally {
        // Not sooner: the socket of these pages would see its session end before they are gone.
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
        <StoreAndName id="screen" words={text} {...{ stores, faults }} />
        <FormActions {...{ busy, failure }} confirm={text.becomeConfirm} onClose={onClose} />
      </form>
    </Dialog>
  )
}
