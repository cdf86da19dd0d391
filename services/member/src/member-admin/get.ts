import { hash } from 'node:crypto'
import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, type MemberDetail } from '@kingcar/contract'
import { and, eq } from 'drizzle-orm'
import { toCar } from '../car/queries.ts'
import type { Ctx } from '../context.ts'
import { describeMe } from '../member-account/describe-me.ts'
import { openSessionsOf } from '../session/queries.ts'
import { members } from '../tables.ts'
import { ofOwnVisitors, ordersOf, productsOf } from './queries.ts'

/**
 * Returns a member who comes to the caller's stores, with all data of the member; products and orders come from the
 * last events of the orders service. The result comes from many rows, so its version is a hash of its content.
 */
export async function getMember(
  ctx: Pick<Ctx, 'cars' | 'db' | 'members' | 'now'>,
  { id }: { id: string },
  caller: Caller,
): Promise<Versioned<MemberDetail>> {
  const { read } = ctx.db
  const now = ctx.now()
  if (caller.stores && (await read.$count(members, and(eq(members.id, id), ofOwnVisitors(caller)))) === 0)
    throw new AppError('MEMBER_NOT_FOUND')
  const [[row], cars, products, orders, sessions] = await Promise.all([
    ctx.members.byId.execute({ id }),
    ctx.cars.ofMember.execute({ memberId: id }),
    productsOf(read, id),
    ordersOf(read, id),
    openSessionsOf(read, { role: 'member', id }, now),
  ])
  if (!row) throw new AppError('MEMBER_NOT_FOUND')
  const me = await describeMe(read, row, now)
  const ofMember = sessions.map(({ device: _ofAdmins, ...session }) => session)
  const result = { ...me, cars: cars.map(toCar), products, orders, sessions: ofMember }
  return { result, version: hash('sha1', JSON.stringify(result), 'base64url') }
}
