import type { Caller } from '@kingcar/bus'
import { AppError, contract } from '@kingcar/contract'
import { lockAdmin } from '../admin/queries.ts'
import type { Ctx } from '../context.ts'
import { changeAlertPhone } from './change.ts'

/** Removes the number that gets the caller's alerts; messages that wait for it are not sent. */
export function deleteAlertPhone({ db }: Pick<Ctx, 'db'>, _input: object, caller: Caller): Promise<null> {
  return db.transaction(async (tx) => {
    const found = caller.actor ? await lockAdmin(tx, caller.actor.id) : undefined
    if (!found) throw new AppError('UNAUTHENTICATED')
    const action = contract.member.deleteAlertPhone.name
    await changeAlertPhone(tx, found, { alertPhone: null, action }, caller)
    return null
  })
}
