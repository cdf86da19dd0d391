import type { Caller } from '@kingcar/bus'
import type { contract, Input, NotificationSettings } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { callingMember, lockCallingMember } from '../member/calling-member.ts'
import { agreements, notificationSettings } from '../tables.ts'
import { chosenChannels, effectiveSwitches } from './switches.ts'

/** What the calling member is notified of. */
export const getNotificationSettings = (
  { db }: Pick<Ctx, 'db'>,
  _input: Input<typeof contract.member.getNotificationSettings>,
  caller: Caller,
): Promise<NotificationSettings> => describe(db.read, callingMember(caller).id)

/** Replaces all switches of the calling member. */
export const updateNotificationSettings = (
  { db }: Pick<Ctx, 'db'>,
  { kinds: switches }: Input<typeof contract.member.updateNotificationSettings>,
  caller: Caller,
): Promise<NotificationSettings> =>
  db.transaction(async (tx) => {
    const { id: memberId } = await lockCallingMember(tx, caller)
    await tx
      .insert(notificationSettings)
      .values({ memberId, switches })
      .onConflictDoUpdate({ target: notificationSettings.memberId, set: { switches, updatedAt: new Date() } })
    return describe(tx, memberId)
  })

async function describe(read: Reader, memberId: string): Promise<NotificationSettings> {
  const [own] = await read.select().from(notificationSettings).where(eq(notificationSettings.memberId, memberId))
  const consent = and(
    eq(agreements.memberId, memberId),
    eq(agreements.type, 'MARKETING'),
    isNull(agreements.withdrawnAt),
  )
  const kinds = effectiveSwitches(await chosenChannels(read), own?.switches)
  return { kinds, marketing: (await read.$count(agreements, consent)) > 0 }
}
