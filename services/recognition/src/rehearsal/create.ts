import type { Caller } from '@kingcar/bus'
import {
  AppError,
  contract,
  type Input,
  longestRehearsalDays,
  type Range,
  type Rehearsal,
  rangeOf,
} from '@kingcar/contract'
import { audit, isUniqueViolation, waitForProjection, withIdempotency } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { rehearsals, stores } from '../tables.ts'
import { failAbandoned, toRehearsal } from './queries.ts'

const op = contract.recognition.createRehearsal

const dayMs = 24 * 3_600_000
const noSetting = { path: '', ko: '바꿀 설정을 하나 이상 입력해 주세요.', en: 'Needs at least one setting.' }
const empty = { path: 'to', ko: '시작보다 뒤여야 해요.', en: 'Must be after the start.' }
const tooLong = {
  path: 'to',
  ko: `기간은 ${longestRehearsalDays}일까지 정할 수 있어요.`,
  en: `Must be at most ${longestRehearsalDays} days after the start.`,
}

/** Starts the computation of a past period with other settings, in a process of its own. */
export async function createRehearsal(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret' | 'rehearsals' | 'settings'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<Rehearsal> {
  const { since, until } = periodOf(input)
  const { storeId = null } = input
  if (storeId !== null) await assertStoreKnown(ctx, storeId)
  const current = {
    minConfidence: ctx.settings.get('recognition.minimumConfidence'),
    revisitSeconds: ctx.settings.get('recognition.revisitSeconds'),
    lookalikeSeconds: ctx.settings.get('recognition.lookalikeSeconds'),
  }
  const settings = {
    minConfidence: input.minConfidence ?? current.minConfidence,
    revisitSeconds: input.revisitSeconds ?? current.revisitSeconds,
    lookalikeSeconds: input.lookalikeSeconds ?? current.lookalikeSeconds,
  }
  let isNew = false
  const rehearsal = await withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    await failAbandoned(tx)
    const [row] = await tx
      .insert(rehearsals)
      .values({ since: new Date(since), until: new Date(until), storeId, settings, current })
      .returning()
      .catch(refuseSecond)
    if (!row) throw new Error('insert returned no row')
    const after = { from: row.since.toISOString(), to: row.until.toISOString(), storeId, ...settings }
    await audit(tx, op, caller, { entity: 'rehearsal', entityId: row.id, before: null, after })
    isNew = true
    return toRehearsal(row)
  })
  if (isNew) ctx.rehearsals.start({ id: rehearsal.id, since, until, storeId, settings, current })
  return rehearsal
}

/** @throws AppError VALIDATION_FAILED */
function periodOf(input: Input<typeof op>): Range {
  const { minConfidence, revisitSeconds, lookalikeSeconds } = input
  const range = rangeOf(input)
  const isOneGiven = [minConfidence, revisitSeconds, lookalikeSeconds].some((value) => value !== undefined)
  const details = [
    ...(isOneGiven ? [] : [noSetting]),
    ...(range.until === range.since ? [empty] : []),
    ...(range.until - range.since > longestRehearsalDays * dayMs ? [tooLong] : []),
  ]
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details })
  return range
}

/** Checks that a store is known, also a closed one: its past visits can be rehearsed too. */
async function assertStoreKnown({ db }: Pick<Ctx, 'db'>, storeId: string): Promise<void> {
  const isKnown = async () => (await db.read.$count(stores, eq(stores.id, storeId))) > 0
  await waitForProjection(isKnown)
  if (!(await isKnown())) throw new AppError('STORE_NOT_FOUND')
}

function refuseSecond(error: unknown): never {
  throw isUniqueViolation(error, 'running_rehearsal') ? new AppError('REHEARSAL_RUNNING') : error
}
