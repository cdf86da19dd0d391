import { auditValueLabel } from '@kingcar/contract'
import { exactMomentOf } from './format.ts'

/** The value of a changed field, with times as everywhere in the console. */
export const changedValue = (entity: string, field: string, value: unknown): string =>
  auditValueLabel(entity, field, value, exactMomentOf)
