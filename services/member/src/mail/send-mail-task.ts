import type { Tx } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { members } from '../tables.ts'
import { enqueue } from '../task/queries.ts'
import type { MailTopic, TaskWorkers } from '../task/task.ts'
import type { Mail, MailMessage } from './mail.ts'

/** Seconds for which sending a mail is tried: a mail server may be unavailable over a weekend. */
export const mailLifetime = 3 * 86_400

/** Enqueues a mail to a member, which is sent after the commit of this transaction. */
export const mailMember = (tx: Tx, memberId: string, topic: MailTopic): Promise<void> =>
  enqueue(tx, { kind: 'sendMail', memberId, topic }, mailLifetime)

type Letter = Omit<MailMessage, 'to'>

/** The texts do not contain the member's name: it is free text, and the address may not be verified. */
const letters: Record<MailTopic, Letter> = {
  phoneReleased: {
    subject: '[KingCar] 계정에서 휴대폰 번호를 지웠어요',
    text: `안녕하세요, 킹카예요.

회원님 계정에 등록한 휴대폰 번호를 새로 쓰는 분이 있어서, 계정에서 지우고 모든 기기에서 로그아웃했어요.
다음에 로그인할 때 지금 쓰는 번호를 등록해 주세요. 차량, 카드, 이용권은 그대로예요.

번호를 바꾼 적이 없다면 킹카 고객센터에 알려 주세요.
`,
  },
}

/** Mails a member. A member who has left, or has no address, is not mailed. Rejects as `Mail.send` does. */
export const createSendMailWorker =
  ({ db }: Pick<Ctx, 'db'>, mail: Mail): TaskWorkers['sendMail'] =>
  async ({ memberId, topic }) => {
    const [member] = await db.read.select({ email: members.email }).from(members).where(eq(members.id, memberId))
    if (member?.email) await mail.send({ to: member.email, ...letters[topic] })
  }
