import type { Ctx } from '../context.ts'
import { listGrants, replaceGrant } from './queries.ts'

const pageSize = 500

/**
 * Encrypts under the first key the grants that are encrypted under the other one, so that the other key can be removed:
 * a grant is kept as long as its member stays. A grant that no key decrypts stays as it is; `enqueueRevocation` logs it
 * when its member leaves.
 */
export async function reencryptGrants({ db, secretBox }: Pick<Ctx, 'db' | 'secretBox'>): Promise<void> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await listGrants(db.read, last, pageSize)
    for (const { id, grant } of rows) {
      const reencrypted = reencrypt(grant)
      if (reencrypted !== undefined) await db.transaction((tx) => replaceGrant(tx, id, grant, reencrypted))
    }
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.id
  }

  function reencrypt(grant: string): string | undefined {
    try {
      return secretBox.reencrypt(grant)
    } catch {
      return undefined
    }
  }
}
