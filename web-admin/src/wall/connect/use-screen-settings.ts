import { listAppSettings } from '../../api/api.ts'
import { guestName, joinAddress, wantsMilestones, wantsSpokenWelcome } from '../../api/app-settings.ts'
import { usePolling } from './use-polling.ts'

/** Milliseconds: settings rarely change. */
const pollInterval = () => 10 * 60_000

/** Settings of the card: the name of guests, where they join, whether milestones are celebrated, whether the welcome is spoken. */
export type ScreenSettings = { guest: string; join: string | undefined; milestones: boolean; speaks: boolean }

/** Until the settings are known, extras stay off: an administrator may have disabled them. */
const unknown: ScreenSettings = { guest: guestName(undefined), join: undefined, milestones: false, speaks: false }

const poll = async (): Promise<ScreenSettings> => {
  const settings = await listAppSettings()
  return {
    guest: guestName(settings),
    join: joinAddress(settings),
    milestones: wantsMilestones(settings),
    speaks: wantsSpokenWelcome(settings),
  }
}

export const useScreenSettings = (signedOut: () => void): ScreenSettings =>
  usePolling(poll, unknown, pollInterval, signedOut)
