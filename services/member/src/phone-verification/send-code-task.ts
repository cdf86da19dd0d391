import { fault } from '@kingcar/runtime'
import type { Ctx } from '../context.ts'
import type { Sms } from '../sms/sms.ts'
import { deriveCode, smsText } from './code.ts'
import { findRecipient } from './queries.ts'

/**
 * Sends the code of a verification. A second run sends the same code. A code that was used or replaced, or has expired,
 * is not sent. Rejects as `Sms.send` does.
 */
export const createSendCodeWorker =
  ({ db, hmac, metrics }: Pick<Ctx, 'db' | 'hmac' | 'metrics'>, sms: Sms) =>
  async ({ verificationId }: { verificationId: string }): Promise<void> => {
    const recipient = await findRecipient(db.read, verificationId)
    if (recipient === undefined) return
    await fault('member.sendCode.beforeSend')
    try {
      await sms.send({
        to: recipient.phoneNumber,
        text: smsText(deriveCode(hmac, verificationId), recipient.purpose),
      })
    } catch (cause) {
      metrics.codes.inc({ outcome: 'failed' })
      throw cause
    }
    metrics.codes.inc({ outcome: 'sent' })
  }
