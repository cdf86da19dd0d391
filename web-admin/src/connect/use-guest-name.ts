import { useEffect, useState } from 'react'
import { listAppSettings } from '../api.ts'
import { SignedOutError } from '../session/session.ts'
import { guestName } from '../settings/app-settings.ts'

/** The name under which unknown plates arrive; the default while the settings cannot be had. */
export function useGuestName(signedOut: () => void): string {
  const [name, setName] = useState(guestName(undefined))
  useEffect(() => {
    let left = false
    listAppSettings().then(
      (settings) => left || setName(guestName(settings)),
      (cause: unknown) => {
        // Any other failure costs one line of the card; the pill tells of a server that is away.
        if (!left && cause instanceof SignedOutError) signedOut()
      },
    )
    return () => {
      left = true
    }
  }, [signedOut])
  return name
}
