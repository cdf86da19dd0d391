import { markProcessed } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { idOfText } from '../crypto/id-of-text.ts'
import type { TaskWorkers } from '../task/task.ts'
import { recordHappening } from './record-happening.ts'

/** Consumer name in the inbox, so that a task that runs twice alerts once. */
const consumer = 'new-device-alerts'

/** Alerts about a sign-in of an administrator from another device or network. */
export const createAlertNewDeviceWorker =
  (ctx: Pick<Ctx, 'channels' | 'db' | 'now' | 'sendsMail'>): TaskWorkers['alertNewDevice'] =>
  ({ adminId, at }) =>
    ctx.db.transaction(async (tx) => {
      if (await markProcessed(tx, consumer, idOfText(`${consumer} ${adminId} ${at}`)))
        await recordHappening(tx, ctx, { kind: 'newDevice', value: 1, targetId: adminId })
    })
