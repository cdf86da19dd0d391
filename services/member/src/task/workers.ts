import type { Ctx } from '../context.ts'
import { createSendCode } from '../phone-verification/send-code-task.ts'
import type { Sms } from '../sms/sms.ts'
import { createSocialWorkers } from '../social/task-workers.ts'
import type { Workers } from './task.ts'

/** What does the work that `Task` names. */
export const createWorkers = (ctx: Omit<Ctx, 'tasks'>, sms: Sms): Workers => ({
  sendCode: createSendCode(ctx, sms),
  ...createSocialWorkers(ctx),
})
