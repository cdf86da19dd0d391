import type { Caller } from '@kingcar/bus'
import { AppError } from '@kingcar/contract'
import type { Tx } from '@kingcar/db'
import { lockAdmin } from '../admin/queries.ts'
import type { Ctx } from '../context.ts'
import { attemptKey, recordAttempt, throwIfLimited } from '../rate-limit/failed-attempts.ts'
import { type JudgedCode, judgeCode } from '../second-factor/judge-code.ts'
import { checkCurrentPassword, passwordAccount, throwIfWrongPassword } from '../session/current-password.ts'
import type { AdminRow } from '../tables.ts'

const oneOfBoth = {
  path: 'code',
  ko: '비밀번호와 인증 코드 중 하나만 입력해 주세요.',
  en: 'Give either the password or a code.',
}

type Change = (tx: Tx, admin: AdminRow) => Promise<void>

/**
 * Changes the second factor of the caller's own account after checking the password or a code. Wrong ones count as
 * failed attempts.
 * @throws AppError SECOND_FACTOR_NOT_FOUND, VALIDATION_FAILED, CODE_INVALID or RATE_LIMITED
 */
export async function changeWithProof(
  ctx: Pick<Ctx, 'admins' | 'db' | 'hmac' | 'now' | 'passwordHasher' | 'secretBox'>,
  { currentPassword, code }: { currentPassword?: string; code?: string },
  caller: Caller,
  change: Change,
): Promise<void> {
  if (currentPassword !== undefined && code === undefined)
    return changeWithPassword(ctx, currentPassword, caller, change)
  if (currentPassword === undefined && code !== undefined)
    return changeWithCode(ctx, caller, (tx, id) => judgeCode(ctx, tx, id, code), change)
  throw new AppError('VALIDATION_FAILED', { details: [oneOfBoth] })
}

async function changeWithPassword(
  ctx: Pick<Ctx, 'admins' | 'db' | 'hmac' | 'passwordHasher'>,
  currentPassword: string,
  caller: Caller,
  change: Change,
): Promise<void> {
  if (!caller.actor) throw new AppError('UNAUTHENTICATED')
  const { id } = caller.actor
  const [found] = await ctx.admins.byId.execute({ id })
  const account = { role: 'admin', id, hash: found?.passwordHash } as const
  const password = await checkCurrentPassword(ctx, account, { currentPassword }, caller)
  const outcome = await ctx.db.transaction(async (tx) => {
    const admin = await lockAdmin(tx, id)
    const verdict = await password.record(tx, admin?.passwordHash)
    if (!verdict.right || !admin) return verdict
    if (!admin.secondFactor) throw new AppError('SECOND_FACTOR_NOT_FOUND')
    await change(tx, admin)
    return verdict
  })
  throwIfWrongPassword(outcome)
}

/**
 * Changes the second factor of the caller's own account if a typed code is right. Wrong codes count as failed attempts.
 * @param judge checks the code; undefined if there is nothing to compare it with
 * @throws AppError SECOND_FACTOR_NOT_FOUND, CODE_INVALID or RATE_LIMITED
 */
export async function changeWithCode(
  { db, hmac }: Pick<Ctx, 'db' | 'hmac'>,
  caller: Caller,
  judge: (tx: Tx, adminId: string) => Promise<JudgedCode | undefined>,
  change: Change,
): Promise<void> {
  if (!caller.actor) throw new AppError('UNAUTHENTICATED')
  const { id } = caller.actor
  const key = attemptKey(hmac, 'password', passwordAccount('admin', id), caller.address)
  const outcome = await db.transaction(async (tx) => {
    const admin = await lockAdmin(tx, id)
    const judged = await judge(tx, id)
    if (!admin || !judged) throw new AppError('SECOND_FACTOR_NOT_FOUND')
    const right = judged.is === 'right'
    const wait = await recordAttempt(tx, key, right)
    if (!right || wait > 0) return { right, wait }
    await judged.use()
    await change(tx, admin)
    return { right, wait }
  })
  throwIfLimited(outcome.wait)
  if (!outcome.right) throw new AppError('CODE_INVALID')
}
