import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input, type Result } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { personName } from '../person/person.ts'
import { checkCode } from '../rate-limit/check-code.ts'
import { insertAdmin } from './insert.ts'

type Join = typeof contract.member.joinAdmin

/**
 * Creates an administrator. The join code is checked first: without it a caller cannot find out which emails are taken.
 */
export async function joinAdmin(
  ctx: Pick<Ctx, 'db' | 'hmac' | 'joinCode' | 'passwordHasher' | 'rejectWeakPassword'>,
  input: Input<Join>,
  caller: Caller,
): Promise<Result<Join>> {
  const right = await checkCode(ctx, 'join', input.joinCode, ctx.joinCode, caller)
  if (!right) throw new AppError('JOIN_CODE_INVALID')
  const name = personName(input.name)
  await ctx.rejectWeakPassword('password', input.password, [input.email, name])
  const passwordHash = await ctx.passwordHasher.hash(input.password, caller)
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
