import type { Versioned } from '@kingcar/bus'
import { AppError, type AppSetting } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { toAppSetting } from './queries.ts'

/** One setting. A known key that is not set has its default value and version 0. */
export async function getAppSetting(
  { settings }: Pick<Ctx, 'settings'>,
  { key }: { key: string },
): Promise<Versioned<AppSetting>> {
  const [found] = await settings.byKey.execute({ key })
  const result = toAppSetting(key, found)
  if (!result) throw new AppError('APP_SETTING_NOT_FOUND')
  return { result, version: found?.row.version ?? 0 }
}
