import type { EventOf } from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { images, members } from '../tables.ts'

/** Keeps whose a picture is: of one that is known to be gone, or of a member who has left, it says nothing new. */
export const onImageStored = (ctx: Ctx, { imageId, memberId }: EventOf<'catalog.imageStored'>) =>
  ctx.db.transaction(async (tx) => {
    await tx.execute(sql`insert into ${images} (id, member_id)
      select ${imageId}::uuid, ${members.id} from ${members} where ${members.id} = ${memberId} on conflict do nothing`)
  })
