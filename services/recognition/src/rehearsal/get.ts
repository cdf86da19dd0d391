import { AppError, type contract, type Input, type Rehearsal } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { findRehearsal } from './queries.ts'

/** A rehearsal with its progress and result; any process of the service can return it. */
export async function getRehearsal(
  { db }: Pick<Ctx, 'db'>,
  { id }: Input<typeof contract.recognition.getRehearsal>,
): Promise<Rehearsal> {
  const found = await findRehearsal(db.read, id)
  if (!found) throw new AppError('REHEARSAL_NOT_FOUND')
  return found
}
