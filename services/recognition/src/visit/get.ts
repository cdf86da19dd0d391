import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, type VisitDetail } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { loadVisitDetail } from './detail.ts'

/** One visit with its reads. A merged visit has the id of its survivor. */
export async function getVisit(
  { db, settings }: Pick<Ctx, 'db' | 'settings'>,
  { id }: { id: string },
  { stores }: Caller,
): Promise<Versioned<VisitDetail>> {
  const found = await loadVisitDetail(db.read, id, settings.get('recognition.guestName'))
  if (stores && !stores.includes(found.result.storeId)) throw new AppError('VISIT_NOT_FOUND')
  return found
}
