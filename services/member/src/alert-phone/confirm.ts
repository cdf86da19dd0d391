import type { Caller } from '@kingcar/bus'
import { type Admin, AppError, contract, type Input } from '@kingcar/contract'
import { lockAdmin, toAdmin } from '../admin/queries.ts'
import type { Ctx } from '../context.ts'
import { redeemCode } from '../phone-verification/check.ts'
import { changeAlertPhone } from './change.ts'

const op = contract.member.confirmAlertPhone

/**
 * Sets the number that gets the caller's alerts, by the code that the same account had requested for it.
 * @throws AppError VALIDATION_FAILED, CODE_INVALID, CODE_EXPIRED, or TOO_MANY_ATTEMPTS after five wrong codes
 */
export function confirmAlertPhone(
  ctx: Pick<Ctx, 'db' | 'hmac' | 'metrics' | 'otherHmacs'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<Admin> {
  if (!caller.actor) throw new AppError('UNAUTHENTICATED')
  const { id } = caller.actor
  return redeemCode(ctx, { ...input, provider: 'KINGCAR' }, async (tx, { purpose, adminId, phoneNumber }) => {
    if (purpose !== 'alertPhone' || adminId !== id) return undefined
    const found = await lockAdmin(tx, id)
    if (!found || found.disabled) throw new AppError('UNAUTHENTICATED')
    return toAdmin(await changeAlertPhone(tx, found, { alertPhone: phoneNumber, action: op.name }, caller))
  })
}
