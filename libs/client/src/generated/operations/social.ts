// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Kakao's unlink notice, authenticated by its KakaoAK header. `POST /api/social/kakao/unlink`
 *
 * Errors: `UNAUTHENTICATED`.
 */
export const receiveKakaoUnlink: Call<'member', 'receiveKakaoUnlink'> = {
  service: 'member',
  name: 'receiveKakaoUnlink',
  http: 'POST /api/social/kakao/unlink',
  required: ['app_id', 'user_id'],
  token: false,
}
/**
 * Kakao's unlink notice as a GET request. `GET /api/social/kakao/unlink`
 *
 * Errors: `UNAUTHENTICATED`.
 */
export const receiveKakaoUnlinkByQuery: Call<'member', 'receiveKakaoUnlinkByQuery'> = {
  service: 'member',
  name: 'receiveKakaoUnlinkByQuery',
  http: 'GET /api/social/kakao/unlink',
  required: ['app_id', 'user_id'],
  token: false,
}
/**
 * Apple's signed notice about an account. `POST /api/social/apple/notice`
 *
 * Errors: `UNAUTHENTICATED`, `UNAVAILABLE`.
 */
export const receiveAppleNotice: Call<'member', 'receiveAppleNotice'> = {
  service: 'member',
  name: 'receiveAppleNotice',
  http: 'POST /api/social/apple/notice',
  required: ['payload'],
  token: false,
}
