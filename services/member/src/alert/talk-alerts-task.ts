import { fault } from '@kingcar/runtime'
import { sendTalk } from '../channel/send-talk.ts'
import type { Ctx } from '../context.ts'
import { render } from '../message/render.ts'
import type { TaskWorkers } from '../task/task.ts'
import { findDueAlerts } from './queries.ts'
import { giveTalkBack, takeTalk } from './talk-budget.ts'
import { alertTemplate } from './talk-template.ts'

type Deps = Pick<Ctx, 'channels' | 'consoleUrl' | 'db' | 'messageBudget' | 'now' | 'talkTemplates'>

/**
 * Sends alerts to the confirmed number of an administrator, by AlimTalk or SMS, as `findDueAlerts` selects them.
 * Delivery is at least once: if a process dies after the provider has accepted the message, the message is sent again.
 * Rejects as `Channel.send` does, and if the hourly budget is used up.
 */
export const createTalkAlertsWorker =
  ({ channels, consoleUrl, db, messageBudget, now, talkTemplates }: Deps): TaskWorkers['talkAlerts'] =>
  async (task) => {
    const found = await findDueAlerts(db.read, task)
    if (!found || found.admin.alertPhone === null) return
    const { admin, first, due } = found
    const link = consoleUrl && new URL('/manage/alerts', consoleUrl).href
    const data = { first, others: due.length - 1, link }
    const { subject, text, variables } = render(alertTemplate, data, 'talk', { now: now(), appUrl: undefined })
    const taken = await takeTalk(db, admin.id, messageBudget)
    if (taken === undefined) throw new Error('the hourly budget of alerts is used up')
    try {
      await sendTalk(channels, talkTemplates.alert, { to: found.admin.alertPhone, subject, text }, variables)
    } catch (err) {
      await giveTalkBack(db, taken)
      throw err
    }
    await fault('member.talkAlerts.afterSend')
  }
