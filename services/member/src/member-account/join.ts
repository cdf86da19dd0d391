import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input, type Result, seoulDate } from '@kingcar/contract'
import { storeAgreements } from '../agreement/queries.ts'
import { checkRequiredTerms } from '../agreement/required-terms.ts'
import type { Ctx } from '../context.ts'
import { emitMemberChanged } from '../member/queries.ts'
import { lockHolders, releaseNumber } from '../member/release-number.ts'
import { type Credentials, checkBirthDate, credentialsOf, personName } from '../person/person.ts'
import { checkVerificationToken, consumeVerificationToken } from '../phone-verification/verification-token.ts'
import {
  type AttemptKey,
  attemptKey,
  recordAttempt,
  throwIfAlreadyLimited,
  throwIfLimited,
} from '../rate-limit/failed-attempts.ts'
import { openSession } from '../session/open-session.ts'
import { storeGrant } from '../social/grant.ts'
import { countInvalidToken, identify } from '../social/identify.ts'
import type { Identity } from '../social/identity.ts'
import { markIdTokenUsed } from '../social/used-id-tokens.ts'
import { type MemberRow, members } from '../tables.ts'
import { describeMe } from './describe-me.ts'
import { mapUniqueViolation } from './unique-violation.ts'

type Join = typeof contract.member.joinMember
const purpose = 'join'

/**
 * Creates a member for a verified phone and, with a social provider, a proven account. Cheap checks come first: a
 * caller without a verification token causes neither a hash nor a request to a provider.
 */
export async function joinMember(
  ctx: Pick<
    Ctx,
    'db' | 'hmac' | 'now' | 'passwordHasher' | 'rejectWeakPassword' | 'secretBox' | 'social' | 'tasks' | 'tokens'
  >,
  input: Input<Join>,
  caller: Caller,
): Promise<Result<Join>> {
  const credentials = credentialsOf(input)
  const now = ctx.now()
  checkBirthDate(input.birthDate, seoulDate(now))
  const { provider, gender, birthDate, verificationToken } = input
  const person = { provider, name: personName(input.name), gender, birthDate }
  const verified = await checkVerificationToken(ctx.db.read, verificationToken, { provider, purpose })
  const key = attemptKey(ctx.hmac, 'email', verified, caller.address)
  await throwIfAlreadyLimited(ctx.db.read, key)
  if (credentials.provider === 'KINGCAR')
    await ctx.rejectWeakPassword('password', credentials.password, [
      credentials.email,
      person.name,
      birthDate,
      verified,
    ])
  const agreed = await checkRequiredTerms(ctx, input.agreedTermsIds)
  const account = await accountOf(ctx, credentials, caller)

  const joined = await ctx.db
    .transaction(async (tx) => {
      const [holder] = await lockHolders(tx, verified)
      const phoneNumber = await consumeVerificationToken(tx, verificationToken, { provider, purpose })
      await releaseNumber(tx, holder, now)
      const [row] = await tx
        .insert(members)
        .values({ ...person, ...account.columns, phoneNumber, phoneVerifiedAt: now, createdAt: now, updatedAt: now })
        .returning()
      if (!row) throw new Error('insert returned no row')
      await emitMemberChanged(tx, row)
      await storeAgreements(tx, row.id, agreed, 'join', now)
      if (account.identity && !(await markIdTokenUsed(tx, account.identity))) throw new AppError('SOCIAL_TOKEN_INVALID')
      if (account.identity) await storeGrant(ctx, tx, row.id, account.identity, input.authorizationCode)
      const signedIn = { role: 'member', id: row.id } as const
      const [member, tokens] = await Promise.all([describeMe(tx, row, now), openSession(ctx, tx, signedIn)])
      return { member, ...tokens }
    })
    .catch(async (error: unknown) => {
      if (error instanceof AppError && error.code === 'SOCIAL_TOKEN_INVALID') throw await countInvalidToken(ctx, caller)
      throw await countEmailTaken(ctx, key, mapUniqueViolation(error))
    })
  ctx.tasks.kick()
  return joined
}

/** Counts a response that reveals a taken email. @returns the error @throws AppError RATE_LIMITED after too many */
async function countEmailTaken({ db }: Pick<Ctx, 'db'>, key: AttemptKey, error: unknown): Promise<unknown> {
  if (error instanceof AppError && error.code === 'EMAIL_TAKEN')
    throwIfLimited(await db.transaction((tx) => recordAttempt(tx, key, false)))
  return error
}

/** The columns by which a member signs in; `identity` is for members of a social provider. */
type Account = {
  columns: Partial<Pick<MemberRow, 'email' | 'passwordHash' | 'socialSubject'>>
  identity?: Identity
}

async function accountOf(
  ctx: Pick<Ctx, 'db' | 'hmac' | 'passwordHasher' | 'social'>,
  credentials: Credentials,
  caller: Caller,
): Promise<Account> {
  if (credentials.provider === 'KINGCAR') {
    const { email, password } = credentials
    return { columns: { email, passwordHash: await ctx.passwordHasher.hash(password, caller) } }
  }
  const identity = await identify(ctx, credentials, caller)
  return { columns: { email: identity.email, socialSubject: identity.subject }, identity }
}
