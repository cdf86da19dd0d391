import type { AppSetting } from '@kingcar/contract'

/** The setting's value where it has the type of `fallback`, which stands until the settings are known. */
function settingValue<T extends string | boolean>(
  settings: readonly AppSetting[] | undefined,
  key: string,
  fallback: T,
): T {
  const value: unknown = settings?.find((setting) => setting.key === key)?.value
  return isLike(value, fallback) ? value : fallback
}

const isLike = <T>(value: unknown, example: T): value is T => typeof value === typeof example

/** The name of a plate that no member has. */
export const guestName = (settings: readonly AppSetting[] | undefined): string =>
  settingValue(settings, 'recognition.guestName', '방문객')

/** Whether connecting fills the whole screen: off until somebody sets it. */
export const wantsFullScreen = (settings: readonly AppSetting[] | undefined): boolean =>
  settingValue<boolean>(settings, 'screen.autoFullScreen', false)

/** Whether the wall screen makes something of a first and of each tenth visit. */
export const wantsMilestones = (settings: readonly AppSetting[] | undefined): boolean =>
  settingValue<boolean>(settings, 'screen.milestones', true)

/** Whether the wall screen welcomes by voice: off until somebody sets it. */
export const wantsSpokenWelcome = (settings: readonly AppSetting[] | undefined): boolean =>
  settingValue<boolean>(settings, 'screen.spokenWelcome', false)
