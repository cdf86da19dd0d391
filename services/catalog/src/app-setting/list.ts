import { type AppSetting, settingKeys } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { toAppSetting } from './queries.ts'

/** All settings in order of their keys. Known keys that are not set have their default value. */
export async function listAppSettings({ settings }: Pick<Ctx, 'settings'>): Promise<AppSetting[]> {
  const found = new Map((await settings.all.execute()).map((entry) => [entry.row.key, entry]))
  const keys = [...new Set([...settingKeys, ...found.keys()])].sort()
  return keys.flatMap((key) => toAppSetting(key, found.get(key)) ?? [])
}
