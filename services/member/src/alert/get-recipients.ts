import type { Caller } from '@kingcar/bus'
import { type AlertRecipients, adminRoles, alertKindsFor, type contract, type Input } from '@kingcar/contract'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { admins } from '../tables.ts'

/** Counts by role the administrators who may see alerts of a kind, and those to whom AlimTalk cannot be sent. */
export async function getAlertRecipients(
  { db }: Pick<Ctx, 'db'>,
  { kind }: Input<typeof contract.member.getAlertRecipients>,
  { stores }: Caller,
): Promise<AlertRecipients> {
  const { role, storeIds, alertPhone } = admins
  const enabled = await db.read.select({ role, storeIds, alertPhone }).from(admins).where(eq(admins.disabled, false))
  const isNear = (own: readonly string[] | null) => !stores || own === null || own.some((id) => stores.includes(id))
  const seeing = enabled.filter(
    (each) => isNear(each.storeIds) && alertKindsFor({ adminRole: each.role, storeIds: each.storeIds }).includes(kind),
  )
  const roles = adminRoles.map((of) => {
    const those = seeing.filter((each) => each.role === of)
    const withoutPhone = those.filter((each) => each.alertPhone === null).length
    return { role: of, administrators: those.length, withoutPhone }
  })
  return { roles: roles.filter(({ administrators }) => administrators > 0) }
}
