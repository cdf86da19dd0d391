import type { Caller } from '@kingcar/bus'
import { AppError, type contract, type Input, type Result, seoulDate } from '@kingcar/contract'
import { checkRequiredTerms, storeAgreements } from '../agreement/queries.ts'
import type { Ctx } from '../context.ts'
import { describeMe, emitMemberChanged } from '../member/queries.ts'
import { type Credentials, checkBirthDate, credentialsOf, personName } from '../person/person.ts'
import { checkVerificationToken, consumeVerificationToken } from '../phone-verification/verification-token.ts'
import {
  type AttemptKey,
  attemptKey,
  recordAttempt,
  throwIfAlreadyLimited,
  throwIfLimited,
} from '../rate-limit/failed-attempts.ts'
import { openSession } from '../session/queries.ts'
import { storeGrant } from '../social/grant.ts'
import { identify } from '../social/identify.ts'
import type { Identity } from '../social/identity.ts'
import { type MemberRow, members } from '../tables.ts'
import { mapUniqueViolation } from './unique-violation.ts'

type Join = typeof contract.member.joinMember

/**
 * Makes a member of somebody who proved a phone and, with a social provider, an account there. What is cheap is judged
 * first: without a verification nobody makes us hash or ask a provider.
 */
export async function joinMember(ctx: Ctx, input: Input<Join>, caller: Caller): Promise<Result<Join>> {
  const credentials = credentialsOf(input)
  const now = ctx.now()
  checkBirthDate(input.birthDate, seoulDate(now))
  const { provider, gender, birthDate, verificationToken } = input
  const person = { provider, name: personName(input.name), gender, birthDate }
  const verified = await checkVerificationToken(ctx.db.read, verificationToken, provider)
  const of = attemptKey(ctx.hmac, 'email', verified, caller.address)
  await throwIfAlreadyLimited(ctx.db.read, of)
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
      const phoneNumber = await consumeVerificationToken(tx, verificationToken, provider)
      const [row] = await tx
        .insert(members)
        .values({ ...person, ...account.columns, phoneNumber, createdAt: now, updatedAt: now })
        .returning()
      if (!row) throw new Error('insert returned no row')
      await emitMemberChanged(tx, row)
      await storeAgreements(tx, row.id, agreed, 'join', now)
      if (account.identity) await storeGrant(ctx, tx, row.id, account.identity, input.authorizationCode)
      return { member: await describeMe(tx, row, now), ...(await openSession(ctx, tx, 'member', row.id)) }
    })
    .catch(async (error: unknown) => {
      throw await countTaken(ctx, of, mapUniqueViolation(error))
    })
  ctx.tasks.kick()
  return joined
}

/** Counts that an email was told to be taken. @returns the failure, which is RATE_LIMITED where that was told too often */
async function countTaken(ctx: Ctx, of: AttemptKey, failure: unknown): Promise<unknown> {
  if (failure instanceof AppError && failure.code === 'EMAIL_TAKEN')
    throwIfLimited(await ctx.db.transaction((tx) => recordAttempt(tx, of, false)))
  return failure
}

/** What a member signs in by from now on. */
type Account = {
  columns: Partial<Pick<MemberRow, 'email' | 'passwordHash' | 'socialSubject'>>
  identity?: Identity
}

async function accountOf(ctx: Ctx, credentials: Credentials, caller: Caller): Promise<Account> {
  if (credentials.provider === 'KINGCAR') {
    const { email, password } = credentials
    return { columns: { email, passwordHash: await ctx.passwordHasher.hash(password) } }
  }
  const identity = await identify(ctx, credentials, caller)
  return { columns: { email: identity.email, socialSubject: identity.subject }, identity }
}
