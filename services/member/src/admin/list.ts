import type { Admin, contract, Input, PageOf } from '@kingcar/contract'
import { page, sliced } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { admins } from '../tables.ts'
import { toAdmin } from './queries.ts'

const columns = { id: admins.id, createdAt: admins.createdAt, email: admins.email, name: admins.name }

/** Lists administrators, also disabled ones; by default the newest first. */
export const listAdmins = (
  { db }: Pick<Ctx, 'db'>,
  input: Input<typeof contract.member.listAdmins>,
): Promise<PageOf<Admin>> =>
  page(
    input,
    columns,
    'createdAt,desc',
    async (slice) => (await sliced(db.read.select().from(admins), slice)).map(toAdmin),
    () => db.read.$count(admins),
  )
