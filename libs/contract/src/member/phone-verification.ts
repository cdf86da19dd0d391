import * as Type from 'typebox'
import { Instant, Strict } from '../common.ts'
import type { Spec } from '../operation.ts'
import { PhoneNumber, Provider } from './members.ts'

export const phoneVerificationOperations = {
  sendPhoneVerification: {
    http: 'POST /api/phoneVerification',
    access: 'public',
    summary: 'Send a code by SMS; the answer is the same whether the number is known or not',
    input: Strict({ provider: Provider, phoneNumber: PhoneNumber }),
    result: Type.Object({ expiresAt: Instant, resendAfter: Instant }),
  },
  checkPhoneVerification: {
    http: 'POST /api/phoneVerification/check',
    access: 'public',
    summary: 'Exchange the code for a verification token',
    input: Strict({
      provider: Provider,
      phoneNumber: PhoneNumber,
      code: Type.String({ pattern: '^\\d{6}$', examples: ['123456'] }),
    }),
    result: Type.Object({ verificationToken: Type.String({ description: 'Valid for 15 minutes, once' }) }),
    errors: ['CODE_INVALID', 'CODE_EXPIRED', 'TOO_MANY_ATTEMPTS'],
  },
  listOutbox: {
    http: 'GET /dev/outbox',
    access: 'public',
    summary: 'What would have gone out by SMS, the newest first',
    input: Strict({}),
    result: Type.Array(Type.Object({ to: Type.String(), text: Type.String(), sentAt: Instant })),
    local: true,
  },
} as const satisfies Record<string, Spec>
