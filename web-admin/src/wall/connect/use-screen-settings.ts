import { listAppSettings } from '../../api/api.ts'
import { guestName, wantsMilestones, wantsSpokenWelcome } from '../../api/app-settings.ts'
import { useAnswer } from './use-polling.ts'

/** Milliseconds between questions: a setting is changed once in months, and screens stand for as long. */
const askEvery = 10 * 60_000

/** What the settings say of the card: the name of unknown plates, and what is made of a visit beyond showing it. */
export type ScreenSettings = { guest: string; milestones: boolean; speaks: boolean }

/** Until the settings are known nothing is made of a visit: somebody may have switched it off. */
const unknown: ScreenSettings = { guest: guestName(undefined), milestones: false, speaks: false }

const ask = async (): Promise<ScreenSettings> => {
  const settings = await listAppSettings()
  return {
    guest: guestName(settings),
    milestones: wantsMilestones(settings),
    speaks: wantsSpokenWelcome(settings),
  }
}

export const useScreenSettings = (signedOut: () => void): ScreenSettings => useAnswer(ask, unknown, askEvery, signedOut)
