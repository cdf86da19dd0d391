import { alertSentence, seoulTime } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import type { Mail } from '../mail/mail.ts'
import type { TaskWorkers } from '../task/task.ts'
import { findDueAlerts } from './queries.ts'

/** Alerts that a mail lists; the console has all of them. */
const mostListed = 20

/**
 * Mails alerts to an enabled administrator who may still see them. Alerts whose cause has ended in the meantime are
 * omitted; if none is left, no mail is sent. Rejects as `Mail.send` does.
 */
export const createMailAlertsWorker =
  ({ consoleUrl, db }: Pick<Ctx, 'consoleUrl' | 'db'>, mail: Mail): TaskWorkers['mailAlerts'] =>
  async (task) => {
    const found = await findDueAlerts(db.read, task)
    if (!found) return
    const { admin, first, due } = found
    const lines = due
      .slice(0, mostListed)
      .map((each) => `- ${seoulTime(new Date(each.openedAt))} ${alertSentence(each)}.`)
    const more = due.length > mostListed ? [`- 그 밖에 ${due.length - mostListed}건`] : []
    const link = consoleUrl === undefined ? '' : `\n${new URL('/manage/alerts', consoleUrl).href}\n`
    await mail.send({
      to: admin.email,
      subject: `[KingCar] ${due.length === 1 ? alertSentence({ ...first, names: [] }) : `확인할 알림이 ${due.length}건 있어요`}`,
      text: `안녕하세요, 킹카예요.

${[...lines, ...more].join('\n')}
${link}
이 메일을 받지 않으려면 관리 화면의 알림 규칙에서 메일을 빼 주세요.
`,
    })
  }
