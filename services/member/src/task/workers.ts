import type { Ctx } from '../context.ts'
import { createSendCodeWorker } from '../phone-verification/send-code-task.ts'
import type { Sms } from '../sms/sms.ts'
import { createSocialWorkers } from '../social/task-workers.ts'
import type { TaskWorkers } from './task.ts'

/** What does the work that `Task` names. */
export const createWorkers = (ctx: Omit<Ctx, 'tasks'>, sms: Sms): TaskWorkers => ({
  sendCode: createSendCodeWorker(ctx, sms),
  ...createSocialWorkers(ctx),
})
