import type { AppSetting } from '@kingcar/contract'

/** The setting's value, or `fallback` while the settings are unknown or the value has another type. */
function settingValue<T extends string | boolean>(
  settings: readonly AppSetting[] | undefined,
  key: string,
  fallback: T,
): T {
  const value: unknown = settings?.find((setting) => setting.key === key)?.value
  return isLike(value, fallback) ? value : fallback
}

const isLike = <T>(value: unknown, example: T): value is T => typeof value === typeof example

/** The name shown for a plate that belongs to no member. */
export const guestName = (settings: readonly AppSetting[] | undefined): string =>
  settingValue(settings, 'recognition.guestName', '방문객')

/** The address at which customers join; undefined if none or no web address is set. */
export function joinAddress(settings: readonly AppSetting[] | undefined): string | undefined {
  const value = settingValue(settings, 'screen.joinAddress', '')
  return isWebAddress(value) ? value : undefined
}

/** The web address under which recognizers reach the product; undefined if none or no web address is set. */
export function publicUrl(settings: readonly AppSetting[] | undefined): string | undefined {
  const value = settingValue(settings, 'publicUrl', '')
  return isWebAddress(value) ? new URL(value).origin : undefined
}

export const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Whether connecting enters full screen; off by default. */
export const wantsFullScreen = (settings: readonly AppSetting[] | undefined): boolean =>
  settingValue<boolean>(settings, 'screen.autoFullScreen', false)

/** Whether the wall screen celebrates the first and every tenth visit. */
export const wantsMilestones = (settings: readonly AppSetting[] | undefined): boolean =>
  settingValue<boolean>(settings, 'screen.milestones', true)

/** Whether the wall screen speaks a welcome; off by default. */
export const wantsSpokenWelcome = (settings: readonly AppSetting[] | undefined): boolean =>
  settingValue<boolean>(settings, 'screen.spokenWelcome', false)
