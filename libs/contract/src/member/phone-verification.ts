import * as Type from 'typebox'
import { Id, Instant, Nullable, Strict } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { PhoneNumber, Provider } from './members.ts'
import { channelNames, verificationPurposes } from './values.ts'

export const phoneVerificationOperations = {
  sendPhoneVerification: {
    http: 'POST /api/phoneVerification',
    access: 'public',
    summary: 'Send a code by SMS; the response does not reveal whether the number is known',
    description: `The code has six digits and is valid for three minutes. A number gets one code per minute and five
      per day: at most three from one network, and the fifth only from a network that has requested no other; a network
      gets 20 per hour. \`resendAfter\` is the time from which the next code can be requested. Send \`verificationId\`
      with the code: without it, wrong codes of other clients count too, and only the latest code of the number is
      accepted.`,
    input: Strict({
      provider: Provider,
      phoneNumber: PhoneNumber,
      purpose: Type.Optional(
        Type.Enum([...verificationPurposes], {
          description:
            'The only purpose for which the token is valid; the SMS names it. If absent, the token is valid for each purpose',
        }),
      ),
    }),
    result: Type.Object({ verificationId: Id, expiresAt: Instant, resendAfter: Instant }),
    errors: {
      RATE_LIMITED:
        'The number got a code within the last minute or five within a day (three for this network, or four together with others), the network got 20 within an hour, or the installation has used up its codes for this hour.',
      VALIDATION_FAILED: '`phoneNumber` is not a Korean mobile number.',
      UNAVAILABLE: 'No SMS provider is configured.',
    },
  },
  checkPhoneVerification: {
    http: 'POST /api/phoneVerification/check',
    access: 'public',
    summary: 'Exchange the code for a verification token',
    description: `A correct code is used up. The token can be used once within 15 minutes, with the same provider: for
      the purpose of the code or, if it had none, for joining, a new phone number or a new password. The token becomes
      invalid when another token of the number is used, and when the member changes phone or password or leaves.`,
    input: Strict({
      provider: Provider,
      phoneNumber: PhoneNumber,
      code: Type.String({ pattern: '^\\d{6}$', examples: ['123456'] }),
      verificationId: Type.Optional(Id),
    }),
    result: Type.Object({ verificationToken: Type.String({ description: 'Valid once, for 15 minutes' }) }),
    errors: {
      CODE_INVALID:
        'The code is wrong, or no code was sent to this number for this provider, or none with `verificationId`.',
      CODE_EXPIRED: 'The code was sent more than three minutes ago.',
      TOO_MANY_ATTEMPTS:
        'Five wrong codes were sent with `verificationId`, or without it: request a new one. `Retry-After` says when that is possible.',
      VALIDATION_FAILED: '`phoneNumber` is not a Korean mobile number.',
    },
  },
  listOutbox: {
    http: 'GET /dev/outbox',
    access: 'public',
    summary: 'List the messages that would have been sent, newest first',
    description: `Exists only where the product runs for development with the outbox as its provider of SMS or mail.
      It keeps one day and 1,000 messages.`,
    input: Strict({}),
    result: Type.Array(
      Type.Object({
        channel: Type.Enum([...channelNames], { description: '`talk` is AlimTalk, `push` a notification of the app' }),
        to: Type.String({
          description: 'E.164, or the address of a mail, or the token of an app',
          examples: ['+821012345678'],
        }),
        subject: Nullable(Type.String({ description: 'Title of a mail or a notification; null for an SMS' })),
        text: Type.String({ examples: ['[KingCar] 인증번호 123456'] }),
        sentAt: Instant,
      }),
    ),
    local: true,
  },
} as const satisfies Record<string, Spec>
