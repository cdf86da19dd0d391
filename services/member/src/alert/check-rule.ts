import type { Caller } from '@kingcar/bus'
import { type AlertRule, AppError, alertUnits, type Detail, isStoreAlert, largestThreshold } from '@kingcar/contract'

type Rule = Pick<AlertRule, 'kind' | 'threshold' | 'storeIds' | 'roles' | 'adminIds' | 'quietFrom' | 'quietTo'>

const problems = {
  threshold: { ko: '이 종류에는 너무 커요.', en: 'Is too large for the kind.' },
  storeIds: {
    ko: '맡은 매장 가운데에서 골라 주세요.',
    en: 'Must be stores of your own, for a kind of alerts that has stores.',
  },
  quietTo: { ko: '조용한 시간의 시작과 끝을 서로 다르게 정해 주세요.', en: 'Needs a start and an end that differ.' },
  roles: { ko: '받을 사람을 골라 주세요.', en: 'At least one role or administrator is needed.' },
} as const satisfies Record<string, Omit<Detail, 'path'>>

/**
 * Checks the fields of a rule with each other, and against the stores of the caller.
 * @throws AppError VALIDATION_FAILED
 */
export function assertRuleFits(
  { kind, threshold, storeIds, roles, adminIds, quietFrom, quietTo }: Rule,
  { stores }: Pick<Caller, 'stores'>,
): void {
  const unit = alertUnits[kind]
  const wrong: Record<keyof typeof problems, boolean> = {
    threshold: threshold > (unit === null ? 0 : largestThreshold[unit]),
    storeIds:
      storeIds === null ? !!stores : !isStoreAlert(kind) || !storeIds.every((id) => stores?.includes(id) ?? true),
    quietTo: (quietFrom === null) !== (quietTo === null) || (quietFrom !== null && quietFrom === quietTo),
    roles: roles.length + adminIds.length === 0,
  }
  const details = (Object.keys(wrong) as (keyof typeof wrong)[])
    .filter((path) => wrong[path])
    .map((path) => ({ path, ...problems[path] }))
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details })
}
