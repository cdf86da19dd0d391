import type { Ctx } from '../context.ts'
import { createSendCode } from '../phone/send-code.ts'
import type { Sms } from '../sms/sms.ts'
import { Hopeless, type Workers } from './task.ts'

const notYet = () => Promise.reject(new Hopeless('not built'))

/** What does the work that `Task` names. */
export const createWorkers = (ctx: Omit<Ctx, 'tasks'>, sms: Sms): Workers => ({
  sendCode: createSendCode(ctx, sms),
  exchangeAppleCode: notYet,
  revokeApple: notYet,
  unlinkKakao: notYet,
  revokeNaver: notYet,
})
