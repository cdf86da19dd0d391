import type { Caller } from '@kingcar/bus'
import {
  AppError,
  contract,
  type Input,
  invitationHours,
  mostOpenInvitations,
  type NewInvitation,
} from '@kingcar/contract'
import { auditEntry, findStoredResult, withIdempotency } from '@kingcar/db'
import { lockAsOwner } from '../admin/queries.ts'
import { assertStoresExist, changedRights } from '../admin/rights.ts'
import { hashOfLinkToken, linkTo, newLinkToken } from '../admin-link/link-token.ts'
import { isOpenInvitation } from '../admin-link/queries.ts'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { personName } from '../person/person.ts'
import { invitations } from '../tables.ts'
import { enqueue } from '../task/queries.ts'

const op = contract.member.createInvitation
const hour = 3_600

/**
 * Invites an administrator. Only the first response contains the link: a repetition with the same idempotency key gets null.
 * @throws AppError EMAIL_TAKEN, INVITATION_LIMIT, VALIDATION_FAILED, FORBIDDEN, or UNAVAILABLE while the catalog service is unavailable
 */
export async function createInvitation(
  ctx: Pick<
    Ctx,
    'admins' | 'bus' | 'consoleUrl' | 'db' | 'idempotencySecret' | 'mailsLinks' | 'now' | 'secretBox' | 'tasks'
  >,
  input: Input<typeof op>,
  caller: Caller,
): Promise<NewInvitation> {
  const known = await findStoredResult<NewInvitation>(ctx.db.read, ctx.idempotencySecret, op, input, caller)
  if (known) return known
  const { email } = input
  const name = input.name === undefined ? undefined : personName(input.name)
  const { role, storeIds } = changedRights(input, input)
  if (storeIds) await assertStoresExist(ctx.bus, storeIds, caller)
  if (email !== undefined && (await ctx.admins.byEmail.execute({ email })).length > 0) throw new AppError('EMAIL_TAKEN')
  const token = newLinkToken()
  const mailed = email !== undefined && ctx.mailsLinks
  const created = await withIdempotency<NewInvitation>(
    ctx.db,
    ctx.idempotencySecret,
    op,
    input,
    caller,
    async (tx) => {
      const invitedBy = await lockAsOwner(tx, caller)
      const now = ctx.now()
      if ((await tx.$count(invitations, isOpenInvitation(now))) >= mostOpenInvitations)
        throw new AppError('INVITATION_LIMIT')
      const expiresAt = new Date(now.getTime() + 1_000 * hour * invitationHours)
      const [row] = await tx
        .insert(invitations)
        .values({ tokenHash: hashOfLinkToken(token), role, storeIds, email, name, invitedBy, expiresAt })
        .returning({ id: invitations.id })
      if (!row) throw new Error('insert returned no row')
      const { id } = row
      if (mailed) {
        const task = { kind: 'mailInvitation', invitationId: id, sealedToken: ctx.secretBox.encrypt(token) } as const
        await enqueue(tx, task, hour * invitationHours)
      }
      const after = { role, storeIds, email: email ?? null, name: name ?? null }
      const entry = { action: op.name, entity: 'invitation', entityId: id, before: null, after }
      storeAuditEntry(tx, auditEntry(caller, entry))
      const link = linkTo(ctx.consoleUrl, '/invitation', token)
      return { id, link, expiresAt: expiresAt.toISOString(), mailed }
    },
    (result) => ({ ...result, link: null }),
  )
  if (mailed) ctx.tasks.kick()
  return created
}
