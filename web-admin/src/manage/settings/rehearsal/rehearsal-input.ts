import { type AppSetting, knownSettings, longestRehearsalDays, type RehearsedSettings } from '@kingcar/contract'
import { amount, beginningOf, dateOf } from '../../text/format.ts'
import { knownSettings as consoleSettings } from '../../text/known-settings.ts'
import { text as settingText } from '../copy.ts'
import { text } from './copy.ts'

/** The rehearsed settings, by the key of the setting that each stands for. */
const rehearsedKeys = {
  minConfidence: 'recognition.minimumConfidence',
  revisitSeconds: 'recognition.revisitSeconds',
  lookalikeSeconds: 'recognition.lookalikeSeconds',
} as const
export type RehearsedName = keyof typeof rehearsedKeys
export const rehearsedNames = Object.keys(rehearsedKeys) as RehearsedName[]
/** Key of the last of these settings on the page. */
export const lastRehearsed = rehearsedKeys.lookalikeSeconds

/** The value of each setting: the value typed on its card, else the current value. */
export const typedValues = (
  typed: ReadonlyMap<string, string>,
  current: RehearsedSettings,
): Record<RehearsedName, string> => byName((name) => typed.get(rehearsedKeys[name]) ?? String(current[name]))

/** The values in force; a setting without a value has its default. */
export const currentValues = (settings: readonly AppSetting[]): RehearsedSettings =>
  byName((name) => {
    const key = rehearsedKeys[name]
    const value = settings.find((setting) => setting.key === key)?.value
    return typeof value === 'number' ? value : knownSettings[key].default
  })

const byName = <T>(of: (name: RehearsedName) => T): Record<RehearsedName, T> => ({
  minConfidence: of('minConfidence'),
  revisitSeconds: of('revisitSeconds'),
  lookalikeSeconds: of('lookalikeSeconds'),
})

const numbers = consoleSettings.filter((known) => known.kind === 'number')
/** Title, unit and limits of a setting. */
export const editorOf = (name: RehearsedName) => numbers.find(({ key }) => key === rehearsedKeys[name])
/** A value with its unit: `600초`. */
export const valueText = (name: RehearsedName, value: number): string => `${amount(value)}${editorOf(name)?.unit ?? ''}`

/** The form as typed: days in Seoul, both inclusive, and the values as text. */
export type RehearsalForm = { from: string; to: string; storeId: string } & Record<RehearsedName, string>
export type RehearsalFaults = Partial<Record<keyof RehearsalForm, string>>

const day = 86_400_000

/** The longest period that ends today. */
export const latestDays = (now: number): Pick<RehearsalForm, 'from' | 'to'> => ({
  from: dateOf(now - (longestRehearsalDays - 1) * day),
  to: dateOf(now),
})

/** The faults of the form before it is sent; the server checks the limits of the values. */
export function faultsOf(form: RehearsalForm, current: RehearsedSettings): RehearsalFaults {
  const faults: RehearsalFaults = {}
  if (form.from === '') faults.from = text.dayRequired
  if (form.to === '') faults.to = text.dayRequired
  else if (form.from !== '') {
    const days = Math.round((beginningOf(form.to) - beginningOf(form.from)) / day) + 1
    if (days < 1) faults.to = text.daysInOrder
    if (days > longestRehearsalDays) faults.to = text.tooManyDays(longestRehearsalDays)
  }
  for (const name of rehearsedNames) {
    if (form[name].trim() === '' || Number.isNaN(Number(form[name]))) faults[name] = settingText.numberRequired
  }
  const isChanged = rehearsedNames.some((name) => Number(form[name]) !== current[name])
  return isChanged ? faults : { minConfidence: text.unchanged, ...faults }
}
