import * as Type from 'typebox'
import { Nothing } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'

const KakaoUnlink = Type.Object({
  app_id: Type.String({ minLength: 1, maxLength: 64, examples: ['123456'] }),
  user_id: Type.String({ minLength: 1, maxLength: 64, examples: ['1234567890'] }),
  referrer_type: Type.Optional(Type.String({ maxLength: 64, examples: ['UNLINK_FROM_APPS'] })),
})

/** Notices of sign-in providers about their users. Unverified content is ignored; the response is always 200. */
export const socialNoticeOperations = {
  receiveKakaoUnlink: {
    http: 'POST /api/social/kakao/unlink',
    access: 'public',
    summary: "Kakao's unlink notice, proven by its KakaoAK authorization header",
    description: `For Kakao alone, whose request proves itself by the admin key of the app. Where the Kakao account is
      gone the member leaves as if they had asked for it; otherwise their sessions end, and they come back by signing
      in. A user whom nobody knows is answered 200, and so is a repetition, which changes nothing more.`,
    input: KakaoUnlink,
    result: Nothing,
    body: 'form',
    unknownFields: 'ignore',
    proof: 'authorization',
    errors: {
      UNAUTHENTICATED: '`Authorization` is not `KakaoAK` with the admin key, or `app_id` is no app of ours.',
    },
  },
  receiveKakaoUnlinkByQuery: {
    http: 'GET /api/social/kakao/unlink',
    access: 'public',
    summary: "Kakao's unlink notice in its query form",
    description: `As the \`POST\` of the same path, for apps whose notice is set to GET.`,
    input: KakaoUnlink,
    result: Nothing,
    unknownFields: 'ignore',
    proof: 'authorization',
    errors: {
      UNAUTHENTICATED: '`Authorization` is not `KakaoAK` with the admin key, or `app_id` is no app of ours.',
    },
  },
  receiveAppleNotice: {
    http: 'POST /api/social/apple/notice',
    access: 'public',
    summary: "Apple's signed notice about an account",
    description: `For Apple alone, proven by its signature. Where the account is deleted the member leaves as if they
      had asked for it; where the consent is withdrawn their sessions end. Other events, unknown accounts, and news from
      before the last sign-in are answered 200 and change nothing.`,
    input: Type.Object({
      payload: Type.String({ minLength: 1, maxLength: 16_384, description: 'JWT signed by Apple' }),
    }),
    result: Nothing,
    unknownFields: 'ignore',
    errors: {
      UNAUTHENTICATED: '`payload` is not signed by Apple for this app.',
      UNAVAILABLE: "Apple's keys cannot be had.",
    },
  },
} as const satisfies Record<string, Spec>
