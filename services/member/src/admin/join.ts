import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input, type Result } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { equalInConstantTime } from '../crypto/hmac.ts'
import { personName } from '../person/person.ts'
import { attemptKey, recordAttempt, throwIfLimited } from '../rate-limit/failed-attempts.ts'
import { insertAdmin } from './insert.ts'

type Join = typeof contract.member.joinAdmin

/**
 * Creates an administrator. The join code is checked first: without it a caller does not learn which emails are taken.
 */
export async function joinAdmin(
  ctx: Pick<Ctx, 'db' | 'hmac' | 'joinCode' | 'passwordHasher' | 'rejectWeakPassword'>,
  input: Input<Join>,
  caller: Caller,
): Promise<Result<Join>> {
  await checkJoinCode(ctx, input.joinCode, caller.address)
  const name = personName(input.name)
  await ctx.rejectWeakPassword('password', input.password, [input.email, name])
  const passwordHash = await ctx.passwordHasher.hash(input.password)
  return ctx.db.transaction(async (tx) => {
    const { id, email, createdAt } = await insertAdmin(
      tx,
      'joinAdmin',
      { email: input.email, name, passwordHash },
      caller,
    )
    return { id, email, name, createdAt: createdAt.toISOString() }
  })
}

async function checkJoinCode(
  ctx: Pick<Ctx, 'db' | 'hmac' | 'joinCode'>,
  typed: string,
  address: string | undefined,
): Promise<void> {
  const right = ctx.joinCode !== undefined && equalInConstantTime(ctx.hmac, typed, ctx.joinCode)
  const key = attemptKey(ctx.hmac, 'join', 'join code', address)
  throwIfLimited(await ctx.db.transaction((tx) => recordAttempt(tx, key, right)))
  if (!right) throw new AppError('JOIN_CODE_INVALID')
}
