import { randomInt } from 'node:crypto'
import type { Caller } from '@kingcar/bus'
import {
  AppError,
  type Coupon,
  contract,
  type Input,
  mostCoupons,
  mostCouponsWithoutCode,
  normaliseLineFields,
  seoulDate,
} from '@kingcar/contract'
import { audit, isUniqueViolation, type Tx, withIdempotency } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { coupons } from '../tables.ts'
import { assertCouponFits } from './check.ts'
import { isCode, normaliseCode } from './code.ts'
import { describeCoupon, fieldsOf } from './queries.ts'

const op = contract.orders.createCoupon

/** Digits and letters that do not look alike. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
/** 32^12 codes: a member who tries as many as allowed would find one of a thousand coupons after about 10^7 years. */
const generatedLength = 12

const invalidCode = {
  path: 'code',
  ko: '코드는 글자와 숫자 4~20자로 입력해 주세요.',
  en: 'Must have 4 to 20 letters and digits.',
}
const codeOfAutomatic = {
  path: 'code',
  ko: '자동으로 적용되는 쿠폰에는 코드가 없어요.',
  en: 'An automatic coupon has no code.',
}

/** Creates a coupon. If no code is given, and the coupon does not apply without a code, a code is generated. */
export async function createCoupon(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret' | 'now'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<Coupon> {
  const { automatic = false, code: given, ...fields } = normaliseLineFields(input, 'name')
  const code = codeOf(automatic, given)
  const values = {
    ...{ discountWon: null, discountPercent: null, maximumDiscount: null, payments: 1, productIds: [], storeIds: [] },
    ...{ fromDate: null, untilDate: null, limitTotal: null, limitPerMember: 1 },
    ...fields,
  }
  assertCouponFits(values, 0)
  try {
    return await withIdempotency<Coupon>(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
      await assertRoom(tx, automatic, seoulDate(ctx.now()))
      const [row] = await tx
        .insert(coupons)
        .values({ ...values, code, createdAt: ctx.now() })
        .returning()
      if (!row) throw new Error('insert returned no row')
      const after = { code: row.code, ...fieldsOf(row) }
      await audit(tx, op, caller, { entity: 'coupon', entityId: row.id, before: null, after })
      return describeCoupon(tx, row)
    })
  } catch (error) {
    throw isUniqueViolation(error, 'coupons_code_key') ? new AppError('COUPON_CODE_TAKEN') : error
  }
}

/** @throws AppError VALIDATION_FAILED */
function codeOf(automatic: boolean, given: string | undefined): string | null {
  if (automatic && given !== undefined) throw new AppError('VALIDATION_FAILED', { details: [codeOfAutomatic] })
  if (automatic) return null
  if (given === undefined)
    return Array.from({ length: generatedLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  const code = normaliseCode(given)
  if (!isCode(code)) throw new AppError('VALIDATION_FAILED', { details: [invalidCode] })
  return code
}

/** @throws AppError COUPON_LIMIT. Concurrent creations are counted one after the other. */
async function assertRoom(tx: Tx, automatic: boolean, today: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('orders coupons', 0))`)
  const [count] = await tx.execute<{ all: number; automatic: number }>(sql`
    select count(*)::integer as all, count(*) filter (where code is null)::integer as automatic from coupons
    where ended_at is null and (until_date is null or until_date >= ${today}::date)`)
  if (!count || count.all >= mostCoupons || (automatic && count.automatic >= mostCouponsWithoutCode))
    throw new AppError('COUPON_LIMIT')
}
