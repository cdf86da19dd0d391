// Written by `npm run generate` from the contract; a test holds it to that.
import type { CallOptions } from '../transport.ts'
import type {
  Admin,
  AuditLog,
  Car,
  CarBrand,
  Me,
  MemberDetail,
  MemberSummary,
  Page,
  Screen,
  Tokens,
} from './schemas.ts'

/** What `joinAdmin` takes. */
export type JoinAdminInput = {
  email: string
  password: string
  name: string
  joinCode: string
}

/** What `joinAdmin` gives. */
export type JoinAdminResult = {
  /** UUIDv7 */
  id: string
  email: string
  name: string
  /** ISO 8601 UTC with milliseconds */
  createdAt: string
}

/** What `loginAdmin` takes. */
export type LoginAdminInput = {
  email: string
  password: string
}

/** What `reissueAdmin` takes. */
export type ReissueAdminInput = {
  accessToken: string
  refreshToken: string
}

/** What `logoutAdmin` takes. */
export type LogoutAdminInput = {
  accessToken: string
  refreshToken: string
}

/** What `listAdmins` takes. */
export type ListAdminsInput = {
  /** From 0 */
  page?: number
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'email,asc' | 'email,desc' | 'name,asc' | 'name,desc')[]
}

/** What `getAdmin` takes. */
export type GetAdminInput = {
  /** UUIDv7 */
  id: string
}

/** What `updateAdmin` takes. */
export type UpdateAdminInput = {
  /** UUIDv7 */
  id: string
  name?: string
  disabled?: boolean
}

/** What `changeAdminPassword` takes. */
export type ChangeAdminPasswordInput = {
  currentPassword: string
  newPassword: string
}

/** What `joinMember` takes. */
export type JoinMemberInput = {
  provider: 'GOOGLE' | 'NAVER' | 'KAKAO' | 'APPLE' | 'KINGCAR'
  email?: string
  password?: string
  /** ID token, or access token (KAKAO, NAVER) */
  socialToken?: string
  nonce?: string
  /** APPLE: the code that came with the ID token; with it the grant is revoked when the member leaves */
  authorizationCode?: string
  name: string
  gender: 'Male' | 'Female'
  /** YYYY-MM-DD in Asia/Seoul */
  birthDate: string
  /** From phoneVerification/check */
  verificationToken: string
  agreedTermsIds: string[]
}

/** What `joinMember` gives. */
export type JoinMemberResult = {
  member: Me
  accessToken: string
  refreshToken: string
}

/** What `loginMember` takes. */
export type LoginMemberInput = {
  email: string
  password: string
}

/** What `loginSocial` takes. */
export type LoginSocialInput = {
  provider: 'GOOGLE' | 'NAVER' | 'KAKAO' | 'APPLE'
  /** ID token, or access token (KAKAO, NAVER) */
  socialToken: string
  nonce?: string
  /** APPLE: the code that came with the ID token; with it the grant is revoked when the member leaves */
  authorizationCode?: string
}

/** What `reissueMember` takes. */
export type ReissueMemberInput = {
  accessToken: string
  refreshToken: string
}

/** What `logoutMember` takes. */
export type LogoutMemberInput = {
  accessToken: string
  refreshToken: string
}

/** What `resetPassword` takes. */
export type ResetPasswordInput = {
  /** From phoneVerification/check */
  verificationToken: string
  newPassword: string
}

/** What `getMe` takes. */
export type GetMeInput = Record<never, never>

/** What `updateMe` takes. */
export type UpdateMeInput = {
  name?: string
  /** From phoneVerification/check */
  verificationToken?: string
  currentPassword?: string
  newPassword?: string
}

/** What `deleteMe` takes. */
export type DeleteMeInput = Record<never, never>

/** What `agreeToTerms` takes. */
export type AgreeToTermsInput = {
  agreedTermsIds: string[]
}

/** What `withdrawAgreement` takes. */
export type WithdrawAgreementInput = {
  /** UUIDv7 */
  termsId: string
}

/** What `sendPhoneVerification` takes. */
export type SendPhoneVerificationInput = {
  provider: 'GOOGLE' | 'NAVER' | 'KAKAO' | 'APPLE' | 'KINGCAR'
  phoneNumber: string
}

/** What `sendPhoneVerification` gives. */
export type SendPhoneVerificationResult = {
  /** ISO 8601 UTC with milliseconds */
  expiresAt: string
  /** ISO 8601 UTC with milliseconds */
  resendAfter: string
}

/** What `checkPhoneVerification` takes. */
export type CheckPhoneVerificationInput = {
  provider: 'GOOGLE' | 'NAVER' | 'KAKAO' | 'APPLE' | 'KINGCAR'
  phoneNumber: string
  code: string
}

/** What `checkPhoneVerification` gives. */
export type CheckPhoneVerificationResult = {
  /** Valid for 15 minutes, once */
  verificationToken: string
}

/** What `createCar` takes. */
export type CreateCarInput = {
  carNumber: string
  /** UUIDv7 */
  carBrandId: string
  model: string
  color?: string | null
  nickname?: string | null
  imageId?: string | null
  /** A member has one main car; the first is it by itself */
  main?: boolean
}

/** What `listCars` takes. */
export type ListCarsInput = Record<never, never>

/** What `getCar` takes. */
export type GetCarInput = {
  /** UUIDv7 */
  id: string
}

/** What `updateCar` takes. */
export type UpdateCarInput = {
  /** UUIDv7 */
  id: string
  carNumber?: string
  /** UUIDv7 */
  carBrandId?: string
  model?: string
  color?: string | null
  nickname?: string | null
  imageId?: string | null
  /** A member has one main car; the first is it by itself */
  main?: boolean
}

/** What `deleteCar` takes. */
export type DeleteCarInput = {
  /** UUIDv7 */
  id: string
}

/** What `listCarBrands` takes. */
export type ListCarBrandsInput = Record<never, never>

/** What `receiveKakaoUnlink` takes. */
export type ReceiveKakaoUnlinkInput = {
  app_id: string
  user_id: string
  referrer_type?: string
}

/** What `receiveKakaoUnlinkByQuery` takes. */
export type ReceiveKakaoUnlinkByQueryInput = {
  app_id: string
  user_id: string
  referrer_type?: string
}

/** What `receiveAppleNotice` takes. */
export type ReceiveAppleNoticeInput = {
  /** JWT signed by Apple */
  payload: string
}

/** What `listMembers` takes. */
export type ListMembersInput = {
  q?: string
  /** From 0 */
  page?: number
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'name,asc' | 'name,desc' | 'email,asc' | 'email,desc')[]
}

/** What `exportMembers` takes. */
export type ExportMembersInput = {
  q?: string
  /** From 0 */
  page?: number
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'name,asc' | 'name,desc' | 'email,asc' | 'email,desc')[]
}

/** What `getMember` takes. */
export type GetMemberInput = {
  /** UUIDv7 */
  id: string
}

/** What `endMemberSessions` takes. */
export type EndMemberSessionsInput = {
  /** UUIDv7 */
  id: string
}

/** What `createScreenSession` takes. */
export type CreateScreenSessionInput = {
  /** UUIDv7 */
  storeId: string
  name: string
}

/** What `createScreenSession` gives. */
export type CreateScreenSessionResult = {
  /** UUIDv7 */
  screenId: string
  accessToken?: string
  refreshToken?: string
}

/** What `listScreens` takes. */
export type ListScreensInput = {
  /** From 0 */
  page?: number
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'name,asc' | 'name,desc')[]
}

/** What `updateScreen` takes. */
export type UpdateScreenInput = {
  /** UUIDv7 */
  id: string
  name?: string
}

/** What `deleteScreen` takes. */
export type DeleteScreenInput = {
  /** UUIDv7 */
  id: string
}

/** What `messageScreen` takes. */
export type MessageScreenInput = {
  /** UUIDv7 */
  id: string
  text?: string
  reload?: true
}

/** What `listAuditLogs` takes. */
export type ListAuditLogsInput = {
  q?: string
  /** UUIDv7 */
  actorId?: string
  entity?: string
  /** A moment, or a day in Asia/Seoul from its beginning */
  from?: string
  /** A moment, exclusive, or a day in Asia/Seoul to its end */
  to?: string
  /** From 0 */
  page?: number
  size?: number
  sort?: ('at,asc' | 'at,desc')[]
}

/** What `exportAuditLogs` takes. */
export type ExportAuditLogsInput = {
  q?: string
  /** UUIDv7 */
  actorId?: string
  entity?: string
  /** A moment, or a day in Asia/Seoul from its beginning */
  from?: string
  /** A moment, exclusive, or a day in Asia/Seoul to its end */
  to?: string
  /** From 0 */
  page?: number
  size?: number
  sort?: ('at,asc' | 'at,desc')[]
}

export type MemberInputs = {
  joinAdmin: JoinAdminInput
  loginAdmin: LoginAdminInput
  reissueAdmin: ReissueAdminInput
  logoutAdmin: LogoutAdminInput
  listAdmins: ListAdminsInput
  getAdmin: GetAdminInput
  updateAdmin: UpdateAdminInput
  changeAdminPassword: ChangeAdminPasswordInput
  joinMember: JoinMemberInput
  loginMember: LoginMemberInput
  loginSocial: LoginSocialInput
  reissueMember: ReissueMemberInput
  logoutMember: LogoutMemberInput
  resetPassword: ResetPasswordInput
  getMe: GetMeInput
  updateMe: UpdateMeInput
  deleteMe: DeleteMeInput
  agreeToTerms: AgreeToTermsInput
  withdrawAgreement: WithdrawAgreementInput
  sendPhoneVerification: SendPhoneVerificationInput
  checkPhoneVerification: CheckPhoneVerificationInput
  createCar: CreateCarInput
  listCars: ListCarsInput
  getCar: GetCarInput
  updateCar: UpdateCarInput
  deleteCar: DeleteCarInput
  listCarBrands: ListCarBrandsInput
  receiveKakaoUnlink: ReceiveKakaoUnlinkInput
  receiveKakaoUnlinkByQuery: ReceiveKakaoUnlinkByQueryInput
  receiveAppleNotice: ReceiveAppleNoticeInput
  listMembers: ListMembersInput
  exportMembers: ExportMembersInput
  getMember: GetMemberInput
  endMemberSessions: EndMemberSessionsInput
  createScreenSession: CreateScreenSessionInput
  listScreens: ListScreensInput
  updateScreen: UpdateScreenInput
  deleteScreen: DeleteScreenInput
  messageScreen: MessageScreenInput
  listAuditLogs: ListAuditLogsInput
  exportAuditLogs: ExportAuditLogsInput
}

export type MemberResults = {
  joinAdmin: JoinAdminResult
  loginAdmin: Tokens
  reissueAdmin: Tokens
  logoutAdmin: null
  listAdmins: Page<Admin>
  getAdmin: Admin
  updateAdmin: Admin
  changeAdminPassword: null
  joinMember: JoinMemberResult
  loginMember: Tokens
  loginSocial: Tokens
  reissueMember: Tokens
  logoutMember: null
  resetPassword: null
  getMe: Me
  updateMe: Me
  deleteMe: null
  agreeToTerms: Me
  withdrawAgreement: null
  sendPhoneVerification: SendPhoneVerificationResult
  checkPhoneVerification: CheckPhoneVerificationResult
  createCar: Car
  listCars: Car[]
  getCar: Car
  updateCar: Car
  deleteCar: null
  listCarBrands: CarBrand[]
  receiveKakaoUnlink: null
  receiveKakaoUnlinkByQuery: null
  receiveAppleNotice: null
  listMembers: Page<MemberSummary>
  exportMembers: Blob
  getMember: MemberDetail
  endMemberSessions: null
  createScreenSession: CreateScreenSessionResult
  listScreens: Page<Screen>
  updateScreen: Screen
  deleteScreen: null
  messageScreen: null
  listAuditLogs: Page<AuditLog>
  exportAuditLogs: Blob
}

export interface MemberClient {
  /**
   * Create an administrator, guarded by the join code. `POST /admin/api/join`
   *
   * Refuses with `JOIN_CODE_INVALID`, `EMAIL_TAKEN`.
   */
  joinAdmin(input: JoinAdminInput, options?: CallOptions): Promise<JoinAdminResult>
  /**
   * Sign in as an administrator. `POST /admin/api/login`
   *
   * Refuses with `LOGIN_FAILED`.
   */
  loginAdmin(input: LoginAdminInput, options?: CallOptions): Promise<Tokens>
  /**
   * Exchange a refresh token for a new pair. `POST /admin/api/reissue`
   *
   * Refuses with `REFRESH_INVALID`, `REFRESH_REUSED`.
   */
  reissueAdmin(input: ReissueAdminInput, options?: CallOptions): Promise<Tokens>
  /**
   * End this session everywhere. `POST /admin/api/logout`
   *
   * Refuses with `REFRESH_INVALID`.
   */
  logoutAdmin(input: LogoutAdminInput, options?: CallOptions): Promise<null>
  /**
   * List administrators. `GET /admin/api/admins`
   */
  listAdmins(input?: ListAdminsInput, options?: CallOptions): Promise<Page<Admin>>
  /**
   * One administrator. `GET /admin/api/admins/{id}`
   *
   * Refuses with `ADMIN_NOT_FOUND`.
   */
  getAdmin(input: GetAdminInput, options?: CallOptions): Promise<Admin>
  /**
   * Rename, disable or enable an administrator; disabling ends their sessions at once. `PATCH /admin/api/admins/{id}`
   *
   * Refuses with `ADMIN_NOT_FOUND`, `LAST_ADMIN`.
   */
  updateAdmin(input: UpdateAdminInput, options?: CallOptions): Promise<Admin>
  /**
   * Change your own password; your other sessions end. `POST /admin/api/me/password`
   */
  changeAdminPassword(input: ChangeAdminPasswordInput, options?: CallOptions): Promise<null>
  /**
   * Join with an email and a password (KINGCAR), or with a social token (the other providers). `POST /api/join`
   *
   * Refuses with `VERIFICATION_REQUIRED`, `TERMS_NOT_AGREED`, `SOCIAL_TOKEN_INVALID`, `EMAIL_TAKEN`, `PHONE_TAKEN`, `SOCIAL_ACCOUNT_TAKEN`.
   */
  joinMember(input: JoinMemberInput, options?: CallOptions): Promise<JoinMemberResult>
  /**
   * Sign in with email and password. `POST /api/login`
   *
   * Refuses with `LOGIN_FAILED`.
   */
  loginMember(input: LoginMemberInput, options?: CallOptions): Promise<Tokens>
  /**
   * Sign in with a provider; an unknown account is MEMBER_NOT_FOUND, and the app goes on to join. `POST /api/socialLogin`
   *
   * Refuses with `SOCIAL_TOKEN_INVALID`, `MEMBER_NOT_FOUND`.
   */
  loginSocial(input: LoginSocialInput, options?: CallOptions): Promise<Tokens>
  /**
   * Exchange a refresh token for a new pair. `POST /api/reissue`
   *
   * Refuses with `REFRESH_INVALID`, `REFRESH_REUSED`.
   */
  reissueMember(input: ReissueMemberInput, options?: CallOptions): Promise<Tokens>
  /**
   * End this session everywhere. `POST /api/logout`
   *
   * Refuses with `REFRESH_INVALID`.
   */
  logoutMember(input: LogoutMemberInput, options?: CallOptions): Promise<null>
  /**
   * Set a new password (KINGCAR) after a phone verification; every session ends. `POST /api/password/reset`
   *
   * Refuses with `VERIFICATION_REQUIRED`, `MEMBER_NOT_FOUND`.
   */
  resetPassword(input: ResetPasswordInput, options?: CallOptions): Promise<null>
  /**
   * Yourself. `GET /api/me`
   */
  getMe(input?: GetMeInput, options?: CallOptions): Promise<Me>
  /**
   * Change your name, your phone (with a verification token) or your password (with the old one). `PATCH /api/me`
   *
   * Refuses with `VERIFICATION_REQUIRED`, `PHONE_TAKEN`.
   */
  updateMe(input?: UpdateMeInput, options?: CallOptions): Promise<Me>
  /**
   * Leave: personal data is erased, the ledger is kept, social grants are revoked. `DELETE /api/me`
   */
  deleteMe(input?: DeleteMeInput, options?: CallOptions): Promise<null>
  /**
   * Agree to terms in force. `POST /api/me/agreements`
   *
   * Refuses with `TERMS_NOT_FOUND`.
   */
  agreeToTerms(input: AgreeToTermsInput, options?: CallOptions): Promise<Me>
  /**
   * Withdraw an agreement to terms that are not required. `DELETE /api/me/agreements/{termsId}`
   *
   * Refuses with `TERMS_NOT_FOUND`, `TERMS_REQUIRED`.
   */
  withdrawAgreement(input: WithdrawAgreementInput, options?: CallOptions): Promise<null>
  /**
   * Send a code by SMS; the answer is the same whether the number is known or not. `POST /api/phoneVerification`
   */
  sendPhoneVerification(input: SendPhoneVerificationInput, options?: CallOptions): Promise<SendPhoneVerificationResult>
  /**
   * Exchange the code for a verification token. `POST /api/phoneVerification/check`
   *
   * Refuses with `CODE_INVALID`, `CODE_EXPIRED`, `TOO_MANY_ATTEMPTS`.
   */
  checkPhoneVerification(
    input: CheckPhoneVerificationInput,
    options?: CallOptions,
  ): Promise<CheckPhoneVerificationResult>
  /**
   * Register a car. `POST /api/cars`
   *
   * Refuses with `CAR_BRAND_NOT_FOUND`, `IMAGE_NOT_FOUND`, `CAR_NUMBER_TAKEN`, `CAR_LIMIT`.
   */
  createCar(input: CreateCarInput, options?: CallOptions): Promise<Car>
  /**
   * Your cars, the main one first. `GET /api/cars`
   */
  listCars(input?: ListCarsInput, options?: CallOptions): Promise<Car[]>
  /**
   * One of your cars. `GET /api/cars/{id}`
   *
   * Refuses with `CAR_NOT_FOUND`.
   */
  getCar(input: GetCarInput, options?: CallOptions): Promise<Car>
  /**
   * Change any of its fields. `PATCH /api/cars/{id}`
   *
   * Refuses with `CAR_NOT_FOUND`, `CAR_BRAND_NOT_FOUND`, `IMAGE_NOT_FOUND`, `CAR_NUMBER_TAKEN`.
   */
  updateCar(input: UpdateCarInput, options?: CallOptions): Promise<Car>
  /**
   * Remove a car; its visits stay. `DELETE /api/cars/{id}`
   *
   * Refuses with `CAR_NOT_FOUND`.
   */
  deleteCar(input: DeleteCarInput, options?: CallOptions): Promise<null>
  /**
   * Car brands sold in Korea, with their models. `GET /api/carBrands`
   */
  listCarBrands(input?: ListCarBrandsInput, options?: CallOptions): Promise<CarBrand[]>
  /**
   * Kakao's unlink notice, proven by its KakaoAK authorization header. `POST /api/social/kakao/unlink`
   *
   * Refuses with `UNAUTHENTICATED`.
   */
  receiveKakaoUnlink(input: ReceiveKakaoUnlinkInput, options?: CallOptions): Promise<null>
  /**
   * Kakao's unlink notice in its query form. `GET /api/social/kakao/unlink`
   *
   * Refuses with `UNAUTHENTICATED`.
   */
  receiveKakaoUnlinkByQuery(input: ReceiveKakaoUnlinkByQueryInput, options?: CallOptions): Promise<null>
  /**
   * Apple's signed notice about an account. `POST /api/social/apple/notice`
   *
   * Refuses with `UNAUTHENTICATED`.
   */
  receiveAppleNotice(input: ReceiveAppleNoticeInput, options?: CallOptions): Promise<null>
  /**
   * Search members. `GET /admin/api/members`
   */
  listMembers(input?: ListMembersInput, options?: CallOptions): Promise<Page<MemberSummary>>
  /**
   * The list of members as CSV. `GET /admin/api/members/export`
   */
  exportMembers(input?: ExportMembersInput, options?: CallOptions): Promise<Blob>
  /**
   * One member with cars, products, orders, sessions and agreements. `GET /admin/api/members/{id}`
   *
   * Refuses with `MEMBER_NOT_FOUND`.
   */
  getMember(input: GetMemberInput, options?: CallOptions): Promise<MemberDetail>
  /**
   * Sign a member out everywhere. `DELETE /admin/api/members/{id}/sessions`
   *
   * Refuses with `MEMBER_NOT_FOUND`.
   */
  endMemberSessions(input: EndMemberSessionsInput, options?: CallOptions): Promise<null>
  /**
   * Make a screen of a store and its token pair, which is given this once; POST /admin/api/reissue renews it until the screen is removed. `POST /admin/api/screens/session`
   *
   * Refuses with `STORE_NOT_FOUND`.
   */
  createScreenSession(input: CreateScreenSessionInput, options?: CallOptions): Promise<CreateScreenSessionResult>
  /**
   * List screens. `GET /admin/api/screens`
   */
  listScreens(input?: ListScreensInput, options?: CallOptions): Promise<Page<Screen>>
  /**
   * Rename a screen. `PATCH /admin/api/screens/{id}`
   *
   * Refuses with `SCREEN_NOT_FOUND`.
   */
  updateScreen(input: UpdateScreenInput, options?: CallOptions): Promise<Screen>
  /**
   * Remove a screen; its session ends at once. `DELETE /admin/api/screens/{id}`
   *
   * Refuses with `SCREEN_NOT_FOUND`.
   */
  deleteScreen(input: DeleteScreenInput, options?: CallOptions): Promise<null>
  /**
   * Show a text on a screen, or have it reload: one of both, answered when an open socket took it. `POST /admin/api/screens/{id}/message`
   *
   * Refuses with `SCREEN_NOT_FOUND`, `SCREEN_OFFLINE`.
   */
  messageScreen(input: MessageScreenInput, options?: CallOptions): Promise<null>
  /**
   * What administrators changed, the newest first. `GET /admin/api/auditLogs`
   */
  listAuditLogs(input?: ListAuditLogsInput, options?: CallOptions): Promise<Page<AuditLog>>
  /**
   * The audit log as CSV. `GET /admin/api/auditLogs/export`
   */
  exportAuditLogs(input?: ExportAuditLogsInput, options?: CallOptions): Promise<Blob>
}
