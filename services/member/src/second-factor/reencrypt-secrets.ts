import type { Ctx } from '../context.ts'
import { listTotpSecrets, replaceTotpSecret } from './queries.ts'

/** Encrypts the secrets of authenticator apps under the first key, so that the other key can be removed. */
export async function reencryptTotpSecrets({
  db,
  secretBox,
  log,
}: Pick<Ctx, 'db' | 'secretBox' | 'log'>): Promise<void> {
  for (const { adminId, sealedSecret } of await listTotpSecrets(db.read)) {
    try {
      const reencrypted = secretBox.reencrypt(sealedSecret)
      if (reencrypted !== undefined)
        await db.transaction((tx) => replaceTotpSecret(tx, adminId, sealedSecret, reencrypted))
    } catch (err) {
      log.error({ err, adminId }, 'secret of an authenticator app cannot be reencrypted')
    }
  }
}
