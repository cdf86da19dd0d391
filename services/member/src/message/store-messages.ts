import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { idOfText } from '../crypto/id-of-text.ts'
import { members, messages, notificationSettings, pushTokens } from '../tables.ts'
import type { MessageFact } from './facts.ts'
import { longestAgeMs } from './may-send.ts'
import { hasProvenEmail, isOn, readChannels } from './switches.ts'
import { templates } from './templates.ts'

/** Largest number of messages of one member by one channel that are stored in an hour; further ones are dropped. */
const mostOfMember = 30

/**
 * Stores events as messages, one for each channel, even if an event is reported several times. Only channels that are
 * switched on and on which the member can be reached get one. Members who have left get none, and late events are not
 * stored.
 */
export async function storeMessages(
  ctx: Pick<Ctx, 'db' | 'now' | 'messages' | 'channels' | 'log'>,
  facts: readonly MessageFact[],
): Promise<void> {
  const since = ctx.now().getTime() - longestAgeMs
  const recent = facts.filter(({ happenedAt }) => Date.parse(happenedAt) >= since)
  if (recent.length === 0) return
  const byKind = await readChannels(ctx)
  const incoming = recent.flatMap(({ kind, memberId, distinction, happenedAt, data, userProduct, withdrawn }, place) =>
    byKind[kind].map((channel) => ({
      ...{ factId: idOfText(`${kind} ${distinction}`), kind, channel, memberId, happenedAt, data, place },
      ...{ userProductId: userProduct?.id, version: userProduct?.version, advertising: templates[kind].advertising },
      withdrawn: withdrawn === true,
    })),
  )
  if (incoming.length === 0) return
  const stored = await ctx.db.transaction((tx) =>
    tx.execute<{ tooMany: boolean }>(sql`
      with incoming as (
        select distinct on ("factId", channel) * from jsonb_to_recordset(${JSON.stringify(incoming)}::text::jsonb) as i (
          "factId" uuid, kind text, channel text, "memberId" uuid, "happenedAt" timestamptz, data jsonb, place integer,
          "userProductId" uuid, version integer, advertising boolean, withdrawn boolean
        ) order by "factId", channel, withdrawn desc
      ), reachable as (
        select i.*, row_number() over (partition by i."memberId", i.channel order by i.place) + (
          select count(*) from ${messages} sent
          where sent.member_id = i."memberId" and sent.channel = i.channel and sent.created_at > now() - interval '1 hour'
            and sent.state <> 'dropped'
        ) > ${mostOfMember}::integer as "tooMany"
        from incoming i join ${members} m on m.id = i."memberId"
        left join ${notificationSettings} s on s.member_id = m.id
        where ${isOn(sql`s.switches`, sql`i.kind`, sql`i.channel`)} and case i.channel
          when 'talk' then m.phone_number is not null when 'mail' then ${hasProvenEmail}
          else exists (select from ${pushTokens} t where t.member_id = m.id) end
      )
      insert into ${messages} (
        fact_id, kind, channel, member_id, happened_at, data, user_product_id, user_product_version, advertising, state, reason,
        ended_at
      )
      select "factId", kind, channel, "memberId", "happenedAt", case when not withdrawn and not "tooMany" then data end,
        "userProductId", version, advertising, case when withdrawn or "tooMany" then 'dropped' else 'waiting' end,
        case when withdrawn then 'outdated' when "tooMany" then 'tooMany' end, case when withdrawn or "tooMany" then now() end
      from reachable
      where exists (select from ${members} m where m.id = "memberId" for key share)
      order by place, channel
      on conflict (fact_id, channel) do update set state = 'dropped', reason = 'outdated', data = null, ended_at = now()
        where ${messages.state} = 'waiting' and excluded.state = 'dropped' and excluded.reason = 'outdated'
      returning reason = 'tooMany' as "tooMany"`),
  )
  const tooMany = stored.filter((row) => row.tooMany).length
  if (tooMany > 0) ctx.log.warn({ messages: tooMany }, 'messages of a member over the hourly limit, dropped')
  ctx.messages.kick()
}
