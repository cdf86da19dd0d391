import type { EventOf } from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { images, members } from '../tables.ts'

/** Stores the owner of a picture. Ignores pictures that are removed already, and owners who have left. */
export const onImageStored = ({ db }: Pick<Ctx, 'db'>, { imageId, memberId }: EventOf<'catalog.imageStored'>) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`insert into ${images} (id, member_id)
      select ${imageId}::uuid, ${members.id} from ${members} where ${members.id} = ${memberId} on conflict do nothing`)
  })
