import type { DeliveredEvent } from '@kingcar/bus'
import { markProcessed } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { type Car, decideAgain, sendDecisions } from '../gate/decide.ts'
import { lockPlates } from '../visit/queries.ts'
import { durable } from './durable.ts'

/**
 * Stores whether visits used a product, or why not, in one statement, and decides about those at a gate. The version
 * makes reordered and repeated events harmless. A decision about another plate than the visit's is ignored, because the
 * decision about its current plate follows. Live screens do not show decisions, so the visits are not published again.
 */
export async function onUseDecided(
  ctx: Pick<Ctx, 'bus' | 'db' | 'devices' | 'metrics' | 'takeEvent'>,
  { id, payload }: DeliveredEvent<'orders.useDecided'>,
): Promise<void> {
  const decisions = sql`jsonb_to_recordset(${JSON.stringify(payload.decisions)}::text::jsonb) as d (
    "visitId" uuid, "carNumber" text, "useDecision" text, "judgedProduct" jsonb, version bigint
  )`
  const decided = await ctx.db.transaction(async (tx) => {
    const plates = await tx.execute<{ carNumber: string }>(sql`
      select v.car_number as "carNumber" from ${decisions} join visits v on v.id = d."visitId"`)
    // Plates first, like every writer of visits: otherwise two transactions could deadlock.
    await lockPlates(
      tx,
      plates.map(({ carNumber }) => carNumber),
    )
    await tx.execute(sql`
      update visits v
      set use_decision = d."useDecision", judged_product_id = (d."judgedProduct" ->> 'userProductId')::uuid,
        judged_product_name = d."judgedProduct" ->> 'productName', decision_version = d.version, revision = v.revision + 1
      from ${decisions}
      where v.id = d."visitId" and v.decision_version < d.version and v.car_number = coalesce(d."carNumber", v.car_number)`)
    const visitIds = payload.decisions.map(({ visitId }) => visitId)
    const byVisit = new Map(payload.decisions.map((each) => [each.visitId, each]))
    const remainingUses = ({ visitId, carNumber }: Pick<Car, 'visitId' | 'carNumber'>) => {
      const decision = byVisit.get(visitId)
      return decision && (decision.carNumber ?? carNumber) === carNumber ? (decision.remainingUses ?? null) : undefined
    }
    const isRepeated = async () => !(await markProcessed(tx, durable, id))
    return decideAgain(tx, ctx, visitIds, { isRepeated, remainingUses })
  })
  sendDecisions(ctx, decided)
}
