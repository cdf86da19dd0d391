import { fault } from '@kingcar/runtime'
import type { Ctx } from '../context.ts'
import type { Sms } from '../sms/sms.ts'
import type { Workers } from '../task/task.ts'
import { codeOf, codeText } from './code.ts'
import { recipientOf } from './queries.ts'

/**
 * Sends a verification's code. Run again, it sends the same one; a code that is used, replaced or over is not sent.
 * Rejects as `Sms.send` does.
 */
export const createSendCode =
  ({ db, keyedHash, metrics }: Pick<Ctx, 'db' | 'keyedHash' | 'metrics'>, sms: Sms): Workers['sendCode'] =>
  async ({ verificationId }) => {
    const to = await recipientOf(db.read, verificationId)
    if (to === undefined) return
    await fault('member.sendCode.beforeSend')
    try {
      await sms.send({ to, text: codeText(codeOf(keyedHash, verificationId)) })
    } catch (cause) {
      metrics.codes.inc({ outcome: 'failed' })
      throw cause
    }
    metrics.codes.inc({ outcome: 'sent' })
  }
