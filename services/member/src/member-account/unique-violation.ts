import { AppError, type ErrorCode } from '@kingcar/contract'
import { isUniqueViolation } from '@kingcar/db'

/** The error of each unique index of members. */
const errors = {
  members_email: 'EMAIL_TAKEN',
  members_phone_number: 'PHONE_TAKEN',
  members_social: 'SOCIAL_ACCOUNT_TAKEN',
} as const satisfies Record<string, ErrorCode>

/** Maps a unique violation of a member's write to its error; returns every other error as it is. */
export function mapUniqueViolation(error: unknown): unknown {
  for (const [constraint, code] of Object.entries(errors)) {
    if (isUniqueViolation(error, constraint)) return new AppError(code)
  }
  return error
}
