import { adminRoleLabels, invitationHours } from '@kingcar/contract'
import { and, eq } from 'drizzle-orm'
import { linkTo } from '../admin-link/link-token.ts'
import { isOpenInvitation } from '../admin-link/queries.ts'
import type { Ctx } from '../context.ts'
import { invitations } from '../tables.ts'
import type { TaskWorkers } from '../task/task.ts'
import type { Mail } from './mail.ts'

/** Mails an invitation. One that cannot be accepted any more is not mailed. Rejects as `Mail.send` does. */
export const createMailInvitationWorker =
  (
    { consoleUrl, db, now, secretBox }: Pick<Ctx, 'consoleUrl' | 'db' | 'now' | 'secretBox'>,
    mail: Mail,
  ): TaskWorkers['mailInvitation'] =>
  async ({ invitationId, sealedToken }) => {
    const [found] = await db.read
      .select({ email: invitations.email, role: invitations.role })
      .from(invitations)
      .where(and(eq(invitations.id, invitationId), isOpenInvitation(now())))
    if (!found?.email) return
    const link = linkTo(consoleUrl, '/invitation', secretBox.decrypt(sealedToken))
    await mail.send({
      to: found.email,
      subject: '[KingCar] 관리자로 초대했어요',
      text: `안녕하세요, 킹카예요.

킹카 관리 화면에 ${adminRoleLabels[found.role]} 역할로 초대했어요. 아래 링크를 열어 이름과 비밀번호를 정해 주세요.
링크는 ${invitationHours}시간 동안 한 번만 쓸 수 있어요.

${link}

초대를 기다리지 않았다면 이 메일을 지워 주세요.
`,
    })
  }
