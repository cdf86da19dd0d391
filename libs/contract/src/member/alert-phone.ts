import { Id, Nothing, Strict } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Admin } from './admins.ts'
import { PhoneNumber } from './members.ts'
import { phoneVerificationOperations } from './phone-verification.ts'

const { sendPhoneVerification, checkPhoneVerification } = phoneVerificationOperations

export const alertPhoneOperations = {
  sendAlertPhoneCode: {
    http: 'POST /admin/api/me/alertPhone',
    audits: null,
    access: 'admin',
    permission: 'account',
    scope: 'none',
    freshSignIn: 'always',
    summary: 'Send a code by SMS to the phone that is to get your alerts',
    description: `The code has six digits and is valid for three minutes. The limits are those of \`POST
      /api/phoneVerification\`, and additionally five codes per account within an hour.`,
    input: Strict({ phoneNumber: PhoneNumber }),
    result: sendPhoneVerification.result,
    errors: {
      ...sendPhoneVerification.errors,
      RATE_LIMITED: `${sendPhoneVerification.errors.RATE_LIMITED.slice(0, -1)}, or the account got five codes within an hour.`,
    },
  },
  confirmAlertPhone: {
    http: 'POST /admin/api/me/alertPhone/confirm',
    audits: '알림 번호 등록',
    access: 'admin',
    permission: 'account',
    scope: 'none',
    summary: 'Set the phone that gets your alerts, by its code',
    description: `From now on alerts whose rule has the channel \`talk\` are sent to this number, instead of the one before. The number is
      shown with a mask, is in no event, and is deleted when the account is disabled. The change is recorded in the audit log, with masked
      numbers.`,
    input: Strict({
      phoneNumber: PhoneNumber,
      verificationId: Id,
      code: checkPhoneVerification.input.properties.code,
    }),
    result: Admin,
    errors: {
      CODE_INVALID: 'The code is wrong, or was used, or `verificationId` is not of a code for this number.',
      CODE_EXPIRED: checkPhoneVerification.errors.CODE_EXPIRED,
      TOO_MANY_ATTEMPTS: 'Five wrong codes were sent: request a new one. `Retry-After` says when that is possible.',
      VALIDATION_FAILED: checkPhoneVerification.errors.VALIDATION_FAILED,
    },
  },
  deleteAlertPhone: {
    http: 'DELETE /admin/api/me/alertPhone',
    audits: '알림 번호 삭제',
    access: 'admin',
    permission: 'account',
    scope: 'none',
    freshSignIn: 'always',
    summary: 'Remove the phone that gets your alerts',
    description: 'You get no more alerts by AlimTalk or SMS. Without a number the request is a no-op.',
    input: Strict({}),
    result: Nothing,
  },
} as const satisfies Record<string, Spec>
