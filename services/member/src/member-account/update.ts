import type { Caller, Versioned } from '@kingcar/bus'
import {
  AppError,
  type contract,
  type Detail,
  type Input,
  type Me,
  mustBeGiven,
  type Provider,
} from '@kingcar/contract'
import { assertUnchanged, type Tx } from '@kingcar/db'
import { renamePlateOwner } from '../car/plate-owner.ts'
import type { Ctx } from '../context.ts'
import { assertNotLeft, callingMember } from '../member/calling-member.ts'
import { guessableFacts } from '../member/guessable-facts.ts'
import { lockMemberRow, markPhoneVerified, updateMember } from '../member/queries.ts'
import { lockHolders, releaseNumber } from '../member/release-number.ts'
import { personName } from '../person/person.ts'
import { consumeVerificationToken, endVerifications, findVerified } from '../phone-verification/verification-token.ts'
import { checkCurrentPassword, throwIfWrongPassword } from '../session/current-password.ts'
import { endSessions } from '../session/queries.ts'
import type { MemberRow } from '../tables.ts'
import { describeVersionedMe } from './describe-me.ts'
import { mapUniqueViolation } from './unique-violation.ts'

type Change = Input<typeof contract.member.updateMe>
const purpose = 'changePhone'

/**
 * Changes name, phone or password of the calling member. A new password ends the other sessions; screens show the new
 * name.
 */
export async function updateMe(
  ctx: Pick<Ctx, 'db' | 'hmac' | 'members' | 'now' | 'passwordHasher' | 'rejectWeakPassword'>,
  input: Change,
  caller: Caller,
): Promise<Versioned<Me>> {
  const { id, sessionId } = callingMember(caller)
  const name = input.name === undefined ? undefined : personName(input.name)
  const [seen] = await ctx.members.byId.execute({ id })
  const password = await checkPasswordChange(ctx, assertNotLeft(seen), input, caller)

  const outcome = await ctx.db
    .transaction(async (tx) => {
      const { found, holder } = await lockWithHolder(tx, id, assertNotLeft(seen).provider, input.verificationToken)
      const verdict = await password?.record(tx, found.passwordHash)
      if (verdict && !verdict.right) return { verdict }
      assertUnchanged(caller.ifMatch, found)
      const phoneNumber =
        input.verificationToken &&
        (await consumeVerificationToken(tx, input.verificationToken, { provider: found.provider, purpose }))
      if (phoneNumber) {
        await releaseNumber(tx, holder, ctx.now())
        await markPhoneVerified(tx, id, ctx.now())
      }
      const row = await updateMember(tx, found, { name, phoneNumber, passwordHash: password?.newHash }, ctx.now())
      // A member who changes phone or password may suspect that an attacker has read a code.
      if (found.phoneNumber !== null && (phoneNumber || password)) await endVerifications(tx, found.phoneNumber)
      if (row.name !== found.name) await renamePlateOwner(tx, id, row.name)
      if (password) await endSessions(tx, { role: 'member', id, keep: sessionId }, 'passwordChanged', ctx.now())
      return { me: await describeVersionedMe(tx, row, ctx.now()) }
    })
    .catch((error: unknown) => {
      throw mapUniqueViolation(error)
    })
  if (outcome.me) return outcome.me
  throwIfWrongPassword(outcome.verdict)
  throw new AppError('INTERNAL') // unreachable: a verdict without `me` is a wrong password, which has thrown above
}

/** Locks the calling member, and the other member who has the number of the verification token, if there is one. */
async function lockWithHolder(tx: Tx, id: string, provider: Provider, token: string | undefined) {
  const [verified] = token === undefined ? [] : await findVerified(tx, token, { provider, purpose })
  const rows = verified ? await lockHolders(tx, verified.phoneNumber, id) : [await lockMemberRow(tx, id)]
  const found = assertNotLeft(rows.find((row) => row?.id === id))
  return { found, holder: rows.find((row) => row?.id !== id) }
}

/** Checks the current password that a new one needs; undefined if the password is not changed. */
async function checkPasswordChange(
  ctx: Pick<Ctx, 'db' | 'hmac' | 'passwordHasher' | 'rejectWeakPassword'>,
  member: MemberRow,
  { currentPassword, newPassword }: Change,
  caller: Caller,
) {
  if (currentPassword === undefined && newPassword === undefined) return undefined
  const details: Detail[] = []
  if (currentPassword === undefined) details.push({ path: 'currentPassword', ...mustBeGiven })
  if (newPassword === undefined) details.push({ path: 'newPassword', ...mustBeGiven })
  if (member.provider !== 'KINGCAR')
    details.push({
      path: 'newPassword',
      ko: '소셜 계정에는 비밀번호가 없어요.',
      en: 'A social account has no password.',
    })
  if (details.length > 0 || currentPassword === undefined || newPassword === undefined)
    throw new AppError('VALIDATION_FAILED', { details })
  await ctx.rejectWeakPassword('newPassword', newPassword, guessableFacts(member))
  const account = { role: 'member', id: member.id, hash: member.passwordHash } as const
  return checkCurrentPassword(ctx, account, { currentPassword, newPassword }, caller)
}
