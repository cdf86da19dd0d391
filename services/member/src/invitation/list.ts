import type { contract, Input, Invitation, PageOf } from '@kingcar/contract'
import { page, sliced } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import { isOpenInvitation } from '../admin-link/queries.ts'
import type { Ctx } from '../context.ts'
import { admins, invitations } from '../tables.ts'

const sortable = { id: invitations.id, createdAt: invitations.createdAt, expiresAt: invitations.expiresAt }

/** Lists the invitations that can still be accepted; by default the newest first. */
export const listInvitations = (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  input: Input<typeof contract.member.listInvitations>,
): Promise<PageOf<Invitation>> => {
  const open = isOpenInvitation(now())
  return page(
    input,
    sortable,
    'createdAt,desc',
    async (slice) => {
      const rows = await sliced(
        db.read
          .select({ invitation: invitations, invitedBy: admins.name })
          .from(invitations)
          .innerJoin(admins, eq(admins.id, invitations.invitedBy))
          .where(open),
        slice,
      )
      return rows.map(({ invitation: { id, role, storeIds, email, name, createdAt, expiresAt }, invitedBy }) => ({
        ...{ id, role, storeIds, email, name, invitedBy },
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      }))
    },
    () => db.read.$count(invitations, open),
  )
}
