import type { Tx } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { enqueue } from '../task/queries.ts'
import type { AdminMailTopic, TaskWorkers } from '../task/task.ts'
import type { Mail } from './mail.ts'
import { mailLifetime } from './send-mail-task.ts'

/** Enqueues a mail to an administrator, which is sent after the commit of this transaction. */
export const mailAdmin = (tx: Tx, adminId: string, topic: AdminMailTopic): Promise<void> =>
  enqueue(tx, { kind: 'mailAdmin', adminId, topic }, mailLifetime)

const changes: Record<AdminMailTopic, { subject: string; what: string }> = {
  passwordReset: {
    subject: '관리자 비밀번호가 바뀌었어요',
    what: '관리자 비밀번호를 링크로 다시 정해서, 모든 기기에서 로그아웃했어요.',
  },
  secondFactorOn: {
    subject: '관리자 2단계 인증을 켰어요',
    what: '이제 로그인할 때 인증 앱의 코드나 패스키로 한 번 더 확인해요. 다른 기기에서는 로그아웃했어요.',
  },
  secondFactorOff: {
    subject: '관리자 2단계 인증을 껐어요',
    what: '이제 비밀번호만으로 로그인해요. 다른 기기에서는 로그아웃했어요.',
  },
  factorsChanged: {
    subject: '관리자 2단계 인증을 바꿨어요',
    what: '인증 앱이나 패스키를 추가하거나 삭제해서, 다른 기기에서는 로그아웃했어요.',
  },
  secondFactorReset: {
    subject: '소유자가 2단계 인증을 초기화했어요',
    what: '이제 비밀번호만으로 로그인해요. 모든 기기에서 로그아웃했으니, 다시 로그인한 뒤 2단계 인증을 켜 주세요.',
  },
}

/** Mails an administrator about a change of the sign-in. Rejects as `Mail.send` does. */
export const createMailAdminWorker =
  ({ admins }: Pick<Ctx, 'admins'>, mail: Mail): TaskWorkers['mailAdmin'] =>
  async ({ adminId, topic }) => {
    const [admin] = await admins.byId.execute({ id: adminId })
    if (!admin) return
    const { subject, what } = changes[topic]
    await mail.send({
      to: admin.email,
      subject: `[KingCar] ${subject}`,
      text: `안녕하세요, 킹카예요.

${what}

직접 하지 않았거나 부탁하지 않았다면 바로 소유자에게 알려 주세요.
`,
    })
  }
