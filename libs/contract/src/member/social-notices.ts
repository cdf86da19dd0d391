import * as Type from 'typebox'
import { Nothing } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'

const KakaoUnlink = Type.Object({
  app_id: Type.String({ minLength: 1, maxLength: 64, examples: ['123456'] }),
  user_id: Type.String({ minLength: 1, maxLength: 64, examples: ['1234567890'] }),
  referrer_type: Type.Optional(Type.String({ maxLength: 64, examples: ['UNLINK_FROM_APPS'] })),
})

/** Notices of sign-in providers about their users. Each one must be authenticated; one that changes nothing also returns 200. */
export const socialNoticeOperations = {
  receiveKakaoUnlink: {
    http: 'POST /api/social/kakao/unlink',
    access: 'public',
    summary: "Kakao's unlink notice, authenticated by its KakaoAK header",
    description: `For Kakao only, which authenticates with the admin key of the app. If the Kakao account was deleted,
      the member leaves as with \`DELETE /api/me\`; otherwise the member's sessions end, and the member can sign in
      again. An unknown user or a repeated notice returns 200 and changes nothing.`,
    input: KakaoUnlink,
    result: Nothing,
    body: 'form',
    unknownFields: 'ignore',
    proof: 'authorization',
    errors: {
      UNAUTHENTICATED: '`Authorization` is not `KakaoAK` with the admin key, or `app_id` is not a configured app.',
    },
  },
  receiveKakaoUnlinkByQuery: {
    http: 'GET /api/social/kakao/unlink',
    access: 'public',
    summary: "Kakao's unlink notice as a GET request",
    description: 'Same as the `POST` of this path, for apps whose notice is set to GET.',
    input: KakaoUnlink,
    result: Nothing,
    unknownFields: 'ignore',
    proof: 'authorization',
    errors: {
      UNAUTHENTICATED: '`Authorization` is not `KakaoAK` with the admin key, or `app_id` is not a configured app.',
    },
  },
  receiveAppleNotice: {
    http: 'POST /api/social/apple/notice',
    access: 'public',
    summary: "Apple's signed notice about an account",
    description: `For Apple only, which authenticates with its signature. If the account was deleted, the member
      leaves as with \`DELETE /api/me\`; if the consent was revoked, the member's sessions end. Other events, unknown
      accounts and events older than the last sign-in return 200 and change nothing.`,
    input: Type.Object({
      payload: Type.String({ minLength: 1, maxLength: 16_384, description: 'JWT signed by Apple' }),
    }),
    result: Nothing,
    unknownFields: 'ignore',
    errors: {
      UNAUTHENTICATED: '`payload` is not signed by Apple for this app.',
      UNAVAILABLE: "Apple's public keys cannot be fetched.",
    },
  },
} as const satisfies Record<string, Spec>
