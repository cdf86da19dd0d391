import type { Caller, Versioned } from '@kingcar/bus'
import type { VisitDetail } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { loadVisitDetail } from './detail.ts'

/** One visit with its reads. A merged visit has the id of the visit into which it was merged. */
export async function getVisit(
  { db, settings }: Pick<Ctx, 'db' | 'settings'>,
  { id }: { id: string },
  { stores }: Caller,
): Promise<Versioned<VisitDetail>> {
  return loadVisitDetail(db.read, id, settings.get('recognition.guestName'), stores)
}
