import { listAppSettings } from '../api.ts'
import { guestName } from '../settings/app-settings.ts'
import { useAnswer } from './use-answer.ts'

/** Milliseconds between questions: the name is changed once in years, and screens stand for months. */
const askEvery = 10 * 60_000

const ask = () => listAppSettings().then(guestName)

/** The name under which unknown plates arrive; the default while the settings cannot be had. */
export const useGuestName = (signedOut: () => void): string => useAnswer(ask, guestName(undefined), askEvery, signedOut)
