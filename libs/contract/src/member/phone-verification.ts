import * as Type from 'typebox'
import { Instant, Strict } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { PhoneNumber, Provider } from './members.ts'

export const phoneVerificationOperations = {
  sendPhoneVerification: {
    http: 'POST /api/phoneVerification',
    access: 'public',
    summary: 'Send a code by SMS; the answer is the same whether the number is known or not',
    description: `Sends six digits that are good for three minutes, and makes an earlier code for the same number and
      provider void. Whether a member has the number is not looked at. A number gets a code a minute and five a day, a
      network 20 an hour; \`resendAfter\` says when the next may be asked for.`,
    input: Strict({ provider: Provider, phoneNumber: PhoneNumber }),
    result: Type.Object({ expiresAt: Instant, resendAfter: Instant }),
    errors: {
      RATE_LIMITED:
        'The number had a code within the last minute or five within a day, the network 20 within an hour, or the installation has used up its codes for this hour.',
      VALIDATION_FAILED: '`phoneNumber` is no Korean mobile number.',
      UNAVAILABLE: 'No provider of SMS is configured.',
    },
  },
  checkPhoneVerification: {
    http: 'POST /api/phoneVerification/check',
    access: 'public',
    summary: 'Exchange the code for a verification token',
    description: `The right code is used up for a token that joining, a new phone number or a new password takes, once,
      within 15 minutes and with the same provider.`,
    input: Strict({
      provider: Provider,
      phoneNumber: PhoneNumber,
      code: Type.String({ pattern: '^\\d{6}$', examples: ['123456'] }),
    }),
    result: Type.Object({ verificationToken: Type.String({ description: 'Valid for 15 minutes, once' }) }),
    errors: {
      CODE_INVALID: 'The code is wrong, or none was sent to this number for this provider.',
      CODE_EXPIRED: 'The code was sent more than three minutes ago.',
      TOO_MANY_ATTEMPTS: 'Five wrong codes were tried: ask for a new one. `Retry-After` says when that is possible.',
      VALIDATION_FAILED: '`phoneNumber` is no Korean mobile number.',
    },
  },
  listOutbox: {
    http: 'GET /dev/outbox',
    access: 'public',
    summary: 'What would have gone out by SMS, the newest first',
    description: `Exists where the product runs for its developers, with the outbox as its provider of SMS. A day and a
      thousand messages are kept.`,
    input: Strict({}),
    result: Type.Array(
      Type.Object({
        to: Type.String({ examples: ['+821012345678'] }),
        text: Type.String({ examples: ['[KingCar] 인증번호 123456'] }),
        sentAt: Instant,
      }),
    ),
    local: true,
  },
} as const satisfies Record<string, Spec>
