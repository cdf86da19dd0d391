import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { members } from '../tables.ts'

/** Grants that are looked at in one go. */
const page = 500

/**
 * Seals the grants of members anew that were sealed under the other key, so that this one can go: they are kept for as
 * long as the member stays. One that neither opens is left as it is; it is logged when its member leaves.
 */
export async function reencryptGrants({ db, secretBox }: Pick<Ctx, 'db' | 'secretBox'>): Promise<void> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await db.read
      .select({ id: members.id, socialGrant: members.socialGrant })
      .from(members)
      .where(and(isNotNull(members.socialGrant), gt(members.id, last)))
      .orderBy(asc(members.id))
      .limit(page)
    for (const { id, socialGrant } of rows) {
      const renewed = renew(socialGrant ?? '')
      if (renewed === undefined) continue
      // Unless it was replaced meanwhile.
      const unchanged = and(eq(members.id, id), eq(members.socialGrant, socialGrant ?? ''))
      await db.transaction((tx) => tx.update(members).set({ socialGrant: renewed }).where(unchanged))
    }
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.id
  }

  function renew(sealed: string): string | undefined {
    try {
      return secretBox.reencrypt(sealed)
    } catch {
      return undefined
    }
  }
}
