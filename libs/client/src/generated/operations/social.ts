// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Kakao's unlink notice, authenticated by its KakaoAK header. `POST /api/social/kakao/unlink`
 * Errors: `UNAUTHENTICATED`.
 */
export const receiveKakaoUnlink = call(
  'member',
  'receiveKakaoUnlink',
  'POST /api/social/kakao/unlink',
  ['app_id', 'user_id'],
  { token: false },
)
/** Kakao's unlink notice as a GET request. `GET /api/social/kakao/unlink` Errors: `UNAUTHENTICATED`. */
export const receiveKakaoUnlinkByQuery = call(
  'member',
  'receiveKakaoUnlinkByQuery',
  'GET /api/social/kakao/unlink',
  ['app_id', 'user_id'],
  { token: false },
)
/** Apple's signed notice about an account. `POST /api/social/apple/notice` Errors: `UNAUTHENTICATED`, `UNAVAILABLE`. */
export const receiveAppleNotice = call('member', 'receiveAppleNotice', 'POST /api/social/apple/notice', ['payload'], {
  token: false,
})
