import * as Type from 'typebox'
import { Nothing } from '../common.ts'
import type { Spec } from '../operation.ts'

const KakaoUnlink = Type.Object({
  app_id: Type.String({ minLength: 1, maxLength: 64 }),
  user_id: Type.String({ minLength: 1, maxLength: 64 }),
  referrer_type: Type.Optional(Type.String({ maxLength: 64 })),
})

/** Notices of the sign-in providers about their own users; nothing in them is believed unproven, and all are answered 200. */
export const socialNoticeOperations = {
  receiveKakaoUnlink: {
    http: 'POST /api/social/kakao/unlink',
    access: 'public',
    summary: "Kakao's unlink notice, proven by its KakaoAK authorization header",
    input: KakaoUnlink,
    result: Nothing,
    body: 'form',
    unknownFields: 'ignore',
    proof: 'authorization',
    errors: ['UNAUTHENTICATED'],
  },
  receiveKakaoUnlinkByQuery: {
    http: 'GET /api/social/kakao/unlink',
    access: 'public',
    summary: "Kakao's unlink notice in its query form",
    input: KakaoUnlink,
    result: Nothing,
    unknownFields: 'ignore',
    proof: 'authorization',
    errors: ['UNAUTHENTICATED'],
  },
  receiveAppleNotice: {
    http: 'POST /api/social/apple/notice',
    access: 'public',
    summary: "Apple's signed notice about an account",
    input: Type.Object({
      payload: Type.String({ minLength: 1, maxLength: 16_384, description: 'JWT signed by Apple' }),
    }),
    result: Nothing,
    unknownFields: 'ignore',
    errors: ['UNAUTHENTICATED'],
  },
} as const satisfies Record<string, Spec>
