// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const receiveKakaoUnlink: Call<'member', 'receiveKakaoUnlink'> = {
  service: 'member',
  name: 'receiveKakaoUnlink',
  http: 'POST /api/social/kakao/unlink',
  required: ['app_id', 'user_id'],
  token: false,
}
export const receiveKakaoUnlinkByQuery: Call<'member', 'receiveKakaoUnlinkByQuery'> = {
  service: 'member',
  name: 'receiveKakaoUnlinkByQuery',
  http: 'GET /api/social/kakao/unlink',
  required: ['app_id', 'user_id'],
  token: false,
}
export const receiveAppleNotice: Call<'member', 'receiveAppleNotice'> = {
  service: 'member',
  name: 'receiveAppleNotice',
  http: 'POST /api/social/apple/notice',
  required: ['payload'],
  token: false,
}
