import { type AppSetting, settingKeys } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { toAppSetting } from './queries.ts'

/** All settings by key; known ones answer with their default where nobody has set them. */
export async function listAppSettings({ settings }: Pick<Ctx, 'settings'>): Promise<AppSetting[]> {
  const found = new Map((await settings.all.execute()).map((entry) => [entry.row.key, entry]))
  const keys = [...new Set([...settingKeys, ...found.keys()])].sort()
  return keys.flatMap((key) => toAppSetting(key, found.get(key)) ?? [])
}
