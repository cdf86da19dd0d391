import { passwordLinkHours } from '@kingcar/contract'
import { linkTo } from '../admin-link/link-token.ts'
import { insertPasswordLink } from '../admin-link/queries.ts'
import type { Ctx } from '../context.ts'
import type { TaskWorkers } from '../task/task.ts'
import type { Mail } from './mail.ts'

/**
 * Makes and mails a link to set a password, if an enabled administrator has the email. Rejects as `Mail.send` does; a
 * repetition mails another link, and the earlier one works too.
 */
export const createMailPasswordLinkWorker =
  (
    { admins, consoleUrl, db, now, secretBox }: Pick<Ctx, 'admins' | 'consoleUrl' | 'db' | 'now' | 'secretBox'>,
    mail: Mail,
  ): TaskWorkers['mailPasswordLink'] =>
  async ({ sealedEmail }) => {
    const [admin] = await admins.byEmail.execute({ email: secretBox.decrypt(sealedEmail) })
    if (!admin || admin.disabled) return
    const { token } = await db.transaction((tx) => insertPasswordLink(tx, { adminId: admin.id, madeBy: null }, now()))
    await mail.send({
      to: admin.email,
      subject: '[KingCar] 관리자 비밀번호를 다시 정해 주세요',
      text: `안녕하세요, 킹카예요.

관리 화면의 비밀번호를 다시 정해 달라는 요청을 받았어요. 아래 링크를 열어 새 비밀번호를 정해 주세요.
링크는 ${passwordLinkHours}시간 동안 한 번만 쓸 수 있어요.

${linkTo(consoleUrl, '/password', token)}

요청하지 않았다면 이 메일을 지워 주세요. 비밀번호는 그대로예요.
`,
    })
  }
