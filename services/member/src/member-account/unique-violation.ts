import { AppError, type ErrorCode } from '@kingcar/contract'
import { isUniqueViolation } from '@kingcar/db'

/** What a unique index of members stands for. */
const taken = {
  members_email: 'EMAIL_TAKEN',
  members_phone_number: 'PHONE_TAKEN',
  members_social: 'SOCIAL_ACCOUNT_TAKEN',
} as const satisfies Record<string, ErrorCode>

/** A failed write of a member, called by its name where somebody else has what it asked for. */
export function mapUniqueViolation(error: unknown): unknown {
  for (const [constraint, code] of Object.entries(taken)) {
    if (isUniqueViolation(error, constraint)) return new AppError(code)
  }
  return error
}
