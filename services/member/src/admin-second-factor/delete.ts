import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { lockAdmin } from '../admin/queries.ts'
import type { Ctx } from '../context.ts'
import { attemptKey, recordAttempt, throwIfLimited } from '../rate-limit/failed-attempts.ts'
import { judgeCode } from '../second-factor/judge-code.ts'
import { deleteApp, findTotp } from '../second-factor/queries.ts'
import { checkCurrentPassword, passwordAccount, throwIfWrongPassword } from '../session/current-password.ts'
import type { AdminRow } from '../tables.ts'
import { factorDeleted } from './change-factor.ts'

const op = contract.member.deleteTotp
const oneOfBoth = {
  path: 'code',
  ko: '비밀번호와 인증 코드 중 하나만 입력해 주세요.',
  en: 'Give either the password or a code.',
}

type Needed = Pick<Ctx, 'admins' | 'db' | 'hmac' | 'now' | 'passwordHasher' | 'secretBox'>

/**
 * Removes the authenticator app of the caller's own account, by the password or a code.
 * @throws AppError SECOND_FACTOR_NOT_FOUND, VALIDATION_FAILED, CODE_INVALID or RATE_LIMITED
 */
export async function deleteTotp(ctx: Needed, input: Input<typeof op>, caller: Caller): Promise<null> {
  if (!caller.actor) throw new AppError('UNAUTHENTICATED')
  const { currentPassword, code } = input
  if (currentPassword !== undefined && code === undefined)
    return deleteByPassword(ctx, currentPassword, caller.actor.id, caller)
  if (currentPassword === undefined && code !== undefined) return deleteByCode(ctx, code, caller.actor.id, caller)
  throw new AppError('VALIDATION_FAILED', { details: [oneOfBoth] })
}

async function deleteByPassword(ctx: Needed, currentPassword: string, id: string, caller: Caller): Promise<null> {
  const [found] = await ctx.admins.byId.execute({ id })
  const account = { role: 'admin', id, hash: found?.passwordHash } as const
  const password = await checkCurrentPassword(ctx, account, { currentPassword }, caller)
  const outcome = await ctx.db.transaction(async (tx) => {
    const admin = await lockAdmin(tx, id)
    const verdict = await password.record(tx, admin?.passwordHash)
    if (verdict.right && admin) await deleteOwnApp(ctx, tx, admin, caller)
    return verdict
  })
  throwIfWrongPassword(outcome)
  return null
}

async function deleteByCode(ctx: Needed, code: string, id: string, caller: Caller): Promise<null> {
  const key = attemptKey(ctx.hmac, 'password', passwordAccount('admin', id), caller.address)
  const outcome = await ctx.db.transaction(async (tx) => {
    const admin = await lockAdmin(tx, id)
    const judged = await judgeCode(ctx, tx, id, code)
    if (!admin || !judged) throw new AppError('SECOND_FACTOR_NOT_FOUND')
    const right = judged.is === 'right'
    const wait = await recordAttempt(tx, key, right)
    if (judged.is === 'right' && wait === 0) {
      await judged.use()
      await deleteOwnApp(ctx, tx, admin, caller)
    }
    return { right, wait }
  })
  throwIfLimited(outcome.wait)
  if (!outcome.right) throw new AppError('CODE_INVALID')
  return null
}

async function deleteOwnApp({ now }: Needed, tx: Tx, admin: AdminRow, caller: Caller): Promise<void> {
  if (!(await findTotp(tx, admin.id))?.confirmedAt) throw new AppError('SECOND_FACTOR_NOT_FOUND')
  await deleteApp(tx, admin.id)
  await factorDeleted(tx, admin, { keep: caller.actor?.sessionId, action: op.name, at: now() }, caller)
}
