import { seoulTime } from '@kingcar/contract'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { admins } from '../tables.ts'
import type { TaskWorkers } from '../task/task.ts'
import type { Mail } from './mail.ts'

/** Mails an enabled administrator about a sign-in from another device or network. Rejects as `Mail.send` does. */
export const createMailNewDeviceWorker =
  ({ db }: Pick<Ctx, 'db'>, mail: Mail): TaskWorkers['mailNewDevice'] =>
  async ({ adminId, device, at }) => {
    const [admin] = await db.read
      .select({ email: admins.email })
      .from(admins)
      .where(and(eq(admins.id, adminId), eq(admins.disabled, false)))
    if (!admin) return
    await mail.send({
      to: admin.email,
      subject: '[KingCar] 처음 보는 기기에서 로그인했어요',
      text: `안녕하세요, 킹카예요.

전에 쓰지 않은 기기나 네트워크에서 관리 화면에 로그인했어요.

기기: ${device ?? '알 수 없는 기기'}
시각: ${seoulTime(new Date(at))}

직접 로그인했다면 이 메일을 지워 주세요. 아니라면 지금 비밀번호를 바꾸고, 내 계정에서 모르는 기기를 로그아웃해 주세요.
`,
    })
  }
