import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input, type Tokens } from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import { insertAdmin } from '../admin/insert.ts'
import type { Ctx } from '../context.ts'
import { personName } from '../person/person.ts'
import { checkCode } from '../rate-limit/check-code.ts'
import { openAdminSession } from '../session/open-admin-session.ts'
import { admins } from '../tables.ts'
import { getSetup } from './get.ts'

/**
 * Creates the first administrator, an owner, and opens a session.
 * @throws AppError SETUP_DONE, SETUP_CODE_INVALID, RATE_LIMITED or VALIDATION_FAILED
 */
export async function setUp(
  ctx: Pick<Ctx, 'db' | 'hmac' | 'now' | 'passwordHasher' | 'rejectWeakPassword' | 'setupCode' | 'tokens'>,
  input: Input<typeof contract.member.setUp>,
  caller: Caller,
): Promise<Tokens> {
  if (!(await getSetup(ctx)).needed) throw new AppError('SETUP_DONE')
  const right = await checkCode(ctx, 'setup', input.code, ctx.setupCode, caller)
  if (!right) throw new AppError('SETUP_CODE_INVALID')
  const { email } = input
  const name = personName(input.name)
  await ctx.rejectWeakPassword('password', input.password, [email, name])
  const passwordHash = await ctx.passwordHasher.hash(input.password, caller)
  return ctx.db.transaction(async (tx) => {
    // The lock prevents that another transaction adds an administrator before the commit: so only one of several
    // concurrent calls finds no administrator.
    await tx.execute(sql`lock table ${admins} in share row exclusive mode`)
    if ((await tx.$count(admins)) > 0) throw new AppError('SETUP_DONE')
    const added = { email, name, passwordHash, lastLoginAt: ctx.now() }
    const { id } = await insertAdmin(tx, 'setUp', added, caller)
    return openAdminSession(ctx, tx, id, caller)
  })
}
