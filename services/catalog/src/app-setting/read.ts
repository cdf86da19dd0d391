import type { Versioned } from '@kingcar/bus'
import { AppError, type AppSetting, settingKeys } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { toAppSetting } from './table.ts'

/** All settings by key; known ones answer with their default where nobody has set them. */
export async function listAppSettings({ settings }: Ctx): Promise<AppSetting[]> {
  const found = new Map((await settings.all.execute()).map((entry) => [entry.row.key, entry]))
  const keys = [...new Set([...settingKeys, ...found.keys()])].sort()
  return keys.flatMap((key) => toAppSetting(key, found.get(key)) ?? [])
}

/** One setting. */
export async function getAppSetting({ settings }: Ctx, { key }: { key: string }): Promise<Versioned<AppSetting>> {
  const [found] = await settings.byKey.execute({ key })
  const result = toAppSetting(key, found)
  if (!result) throw new AppError('APP_SETTING_NOT_FOUND')
  return { result, version: found?.row.version ?? 0 }
}
