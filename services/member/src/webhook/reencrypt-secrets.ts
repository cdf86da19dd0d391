import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { webhookEndpoints } from '../tables.ts'
import { lockEndpoint } from './queries.ts'

/** Encrypts the secrets of webhooks under the first key, so that the other key can be removed. */
export async function reencryptWebhookSecrets({
  db,
  secretBox,
  log,
}: Pick<Ctx, 'db' | 'secretBox' | 'log'>): Promise<void> {
  for (const { id } of await db.read.select({ id: webhookEndpoints.id }).from(webhookEndpoints)) {
    try {
      await db.transaction(async (tx) => {
        const { sealedSecret, sealedPrevious } = await lockEndpoint(tx, id)
        const secret = secretBox.reencrypt(sealedSecret)
        const previous = sealedPrevious === null ? undefined : secretBox.reencrypt(sealedPrevious)
        if (secret === undefined && previous === undefined) return
        const changed = {
          ...(secret !== undefined && { sealedSecret: secret }),
          ...(previous !== undefined && { sealedPrevious: previous }),
        }
        await tx.update(webhookEndpoints).set(changed).where(eq(webhookEndpoints.id, id))
      })
    } catch (err) {
      log.error({ err, endpointId: id }, 'secret of a webhook endpoint cannot be reencrypted')
    }
  }
}
