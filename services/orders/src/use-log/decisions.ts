import { emit, type Tx } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import type { StoredDecision } from '../tables.ts'

/**
 * `remainingUses` belongs to a product that was used. It is not part of the decision, because other visits change it.
 */
export type VisitDecision = StoredDecision & { visitId: string; remainingUses?: number | null }

/**
 * Stores decisions of visits that the caller has locked, with the plates that they judge, and emits those that differ from the
 * last ones in one event: a visit with another plate gets a new decision, even if it is the same one. The first
 * decision of a visit that belongs to no member is not emitted.
 */
export async function storeDecisions(tx: Tx, decisions: readonly VisitDecision[]): Promise<void> {
  if (decisions.length === 0) return
  const changed = await tx.execute<VisitDecision & { version: number }>(sql`
    with decided as (
      select v.id, each - 'visitId' - 'remainingUses' || jsonb_build_object('carNumber', v.visit -> 'carNumber') as decision,
        each -> 'remainingUses' as remaining_uses
      from jsonb_array_elements(${JSON.stringify(decisions)}::text::jsonb) as s (each)
      join visits v on v.id = (each ->> 'visitId')::uuid
    ), stored as (
      update visits v set decision = d.decision from decided d where v.id = d.id and v.decision is distinct from d.decision
    )
    select d.id as "visitId", d.decision -> 'carNumber' as "carNumber", d.decision -> 'useDecision' as "useDecision",
      d.decision -> 'judgedProduct' as "judgedProduct", d.remaining_uses as "remainingUses", nextval('use_decision_versions')::double precision as version
    from decided d join visits v on v.id = d.id
    where v.decision is distinct from d.decision
      and (v.decision is not null or d.decision -> 'useDecision' <> 'null')`)
  if (changed.length > 0) await emit(tx, 'orders.useDecided', { decisions: changed })
}
