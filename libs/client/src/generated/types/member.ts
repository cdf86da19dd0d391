// Generated from the contract by `npm run generate`: do not edit.
import type { CallOptions } from '../../model/call.ts'
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

/** Input of `joinAdmin`. */
export type JoinAdminInput = {
  email: string
  password: string
  name: string
  joinCode: string
}

/** Result of `joinAdmin`. */
export type JoinAdminResult = {
  /** UUIDv7 */
  id: string
  email: string
  name: string
  /** ISO 8601 UTC with milliseconds */
  createdAt: string
}

/** Input of `loginAdmin`. */
export type LoginAdminInput = {
  email: string
  password: string
}

/** Input of `reissueAdmin`. */
export type ReissueAdminInput = {
  accessToken: string
  refreshToken: string
}

/** Input of `logoutAdmin`. */
export type LogoutAdminInput = {
  accessToken: string
  refreshToken: string
}

/** Input of `listAdmins`. */
export type ListAdminsInput = {
  /** From 0 */
  page?: number
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'email,asc' | 'email,desc' | 'name,asc' | 'name,desc')[]
}

/** Input of `getAdmin`. */
export type GetAdminInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `updateAdmin`. */
export type UpdateAdminInput = {
  /** UUIDv7 */
  id: string
  name?: string
  disabled?: boolean
}

/** Input of `changeAdminPassword`. */
export type ChangeAdminPasswordInput = {
  currentPassword: string
  newPassword: string
}

/** Input of `joinMember`. */
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
  /** YYYY-MM-DD */
  birthDate: string
  /** From phoneVerification/check */
  verificationToken: string
  agreedTermsIds: string[]
}

/** Result of `joinMember`. */
export type JoinMemberResult = {
  member: Me
  accessToken: string
  refreshToken: string
}

/** Input of `loginMember`. */
export type LoginMemberInput = {
  email: string
  password: string
}

/** Input of `loginSocial`. */
export type LoginSocialInput = {
  provider: 'GOOGLE' | 'NAVER' | 'KAKAO' | 'APPLE'
  /** ID token, or access token (KAKAO, NAVER) */
  socialToken: string
  nonce?: string
  /** APPLE: the code that came with the ID token; with it the grant is revoked when the member leaves */
  authorizationCode?: string
}

/** Input of `reissueMember`. */
export type ReissueMemberInput = {
  accessToken: string
  refreshToken: string
}

/** Input of `logoutMember`. */
export type LogoutMemberInput = {
  accessToken: string
  refreshToken: string
}

/** Input of `resetPassword`. */
export type ResetPasswordInput = {
  /** From phoneVerification/check */
  verificationToken: string
  newPassword: string
}

/** Input of `getMe`. */
export type GetMeInput = Record<never, never>

/** Input of `updateMe`. */
export type UpdateMeInput = {
  name?: string
  /** From phoneVerification/check */
  verificationToken?: string
  currentPassword?: string
  newPassword?: string
}

/** Input of `deleteMe`. */
export type DeleteMeInput = Record<never, never>

/** Input of `agreeToTerms`. */
export type AgreeToTermsInput = {
  agreedTermsIds: string[]
}

/** Input of `withdrawAgreement`. */
export type WithdrawAgreementInput = {
  /** UUIDv7 */
  termsId: string
}

/** Input of `sendPhoneVerification`. */
export type SendPhoneVerificationInput = {
  provider: 'GOOGLE' | 'NAVER' | 'KAKAO' | 'APPLE' | 'KINGCAR'
  phoneNumber: string
}

/** Result of `sendPhoneVerification`. */
export type SendPhoneVerificationResult = {
  /** ISO 8601 UTC with milliseconds */
  expiresAt: string
  /** ISO 8601 UTC with milliseconds */
  resendAfter: string
}

/** Input of `checkPhoneVerification`. */
export type CheckPhoneVerificationInput = {
  provider: 'GOOGLE' | 'NAVER' | 'KAKAO' | 'APPLE' | 'KINGCAR'
  phoneNumber: string
  code: string
}

/** Result of `checkPhoneVerification`. */
export type CheckPhoneVerificationResult = {
  /** Valid for 15 minutes, once */
  verificationToken: string
}

/** Input of `createCar`. */
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

/** Input of `listCars`. */
export type ListCarsInput = Record<never, never>

/** Input of `getCar`. */
export type GetCarInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `updateCar`. */
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

/** Input of `deleteCar`. */
export type DeleteCarInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `listCarBrands`. */
export type ListCarBrandsInput = Record<never, never>

/** Input of `receiveKakaoUnlink`. */
export type ReceiveKakaoUnlinkInput = {
  app_id: string
  user_id: string
  referrer_type?: string
}

/** Input of `receiveKakaoUnlinkByQuery`. */
export type ReceiveKakaoUnlinkByQueryInput = {
  app_id: string
  user_id: string
  referrer_type?: string
}

/** Input of `receiveAppleNotice`. */
export type ReceiveAppleNoticeInput = {
  /** JWT signed by Apple */
  payload: string
}

/** Input of `listMembers`. */
export type ListMembersInput = {
  q?: string
  /** From 0 */
  page?: number
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'name,asc' | 'name,desc' | 'email,asc' | 'email,desc')[]
}

/** Input of `exportMembers`. */
export type ExportMembersInput = {
  q?: string
  /** From 0 */
  page?: number
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'name,asc' | 'name,desc' | 'email,asc' | 'email,desc')[]
}

/** Input of `getMember`. */
export type GetMemberInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `endMemberSessions`. */
export type EndMemberSessionsInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `createScreenSession`. */
export type CreateScreenSessionInput = {
  /** UUIDv7 */
  storeId: string
  name: string
}

/** Result of `createScreenSession`. */
export type CreateScreenSessionResult = {
  /** UUIDv7 */
  screenId: string
  accessToken?: string
  refreshToken?: string
}

/** Input of `listScreens`. */
export type ListScreensInput = {
  /** From 0 */
  page?: number
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'name,asc' | 'name,desc')[]
}

/** Input of `updateScreen`. */
export type UpdateScreenInput = {
  /** UUIDv7 */
  id: string
  name?: string
}

/** Input of `deleteScreen`. */
export type DeleteScreenInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `messageScreen`. */
export type MessageScreenInput = {
  /** UUIDv7 */
  id: string
  text?: string
  reload?: true
}

/** Input of `listAuditLogs`. */
export type ListAuditLogsInput = {
  q?: string
  /** UUIDv7 */
  actorId?: string
  entity?: string
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  /** From 0 */
  page?: number
  size?: number
  sort?: ('at,asc' | 'at,desc')[]
}

/** Input of `exportAuditLogs`. */
export type ExportAuditLogsInput = {
  q?: string
  /** UUIDv7 */
  actorId?: string
  entity?: string
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
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
   * Whoever knows the join code of the installation becomes an administrator, who can sign in at once;
   * there are no tokens in the answer. It stands in the audit log as done by the new administrator. A password that is
   * easily guessed is refused in production unless configured otherwise. `Idempotency-Key` is not read: sent again,
   * the email is taken.
   *
   * - `JOIN_CODE_INVALID`: The join code is wrong, or none is configured, and then nobody can join.
   * - `EMAIL_TAKEN`: An administrator has this email in upper or lower case, a disabled one too; told after a right join code only.
   * - `RATE_LIMITED`: Ten wrong join codes came from this network within an hour: a right one waits, too.
   * - `VALIDATION_FAILED`: `name` has no letter and no digit, or `password` is easily guessed.
   */
  joinAdmin(input: JoinAdminInput, options?: CallOptions): Promise<JoinAdminResult>
  /**
   * Sign in as an administrator. `POST /admin/api/login`
   *
   * Gives the tokens of a new session; of more than 1,000 of an account the unused and the oldest ones
   * end. The session lasts for 30 days after its last renewal unless configured otherwise. A success forgets the
   * failures of this account from this network.
   *
   * - `LOGIN_FAILED`: No administrator has this email, the password is wrong, or the account is disabled: the same answer after the same time.
   * - `RATE_LIMITED`: Within 15 minutes ten sign-ins of this email failed from this network, a hundred from this network, or a hundred of this email from everywhere: a right password waits, too.
   */
  loginAdmin(input: LoginAdminInput, options?: CallOptions): Promise<Tokens>
  /**
   * Exchange a refresh token for a new pair. `POST /admin/api/reissue`
   *
   * Both tokens have to be of the same session of an administrator or a wall screen; the access token may
   * have expired. The refresh token is good once: the one before gives the same new pair for 30 seconds, or for as
   * long as nobody has used that pair, so that an answer that was lost is asked for again. A screen has no such end of
   * time.
   *
   * - `REFRESH_INVALID`: A token is not ours, the two are of different sessions, or the session has ended or was not renewed in time.
   * - `REFRESH_REUSED`: A refresh token was shown that has been exchanged before; somebody may have a copy, so the session has ended now.
   */
  reissueAdmin(input: ReissueAdminInput, options?: CallOptions): Promise<Tokens>
  /**
   * End this session everywhere. `POST /admin/api/logout`
   *
   * Ends the session of the bearer token: its tokens are good at no gateway any more, and its live
   * sockets close. Both tokens in the body have to be of that session, of whichever renewal.
   *
   * - `REFRESH_INVALID`: One of the tokens in the body is not of the session of the bearer token.
   */
  logoutAdmin(input: LogoutAdminInput, options?: CallOptions): Promise<null>
  /**
   * List administrators. `GET /admin/api/admins`
   *
   * A page of all administrators, disabled ones too, the newest first unless `sort` says otherwise.
   */
  listAdmins(input?: ListAdminsInput, options?: CallOptions): Promise<Page<Admin>>
  /**
   * One administrator. `GET /admin/api/admins/{id}`
   *
   * Disabled ones answer, too. The `ETag` is the version that `PATCH` takes in `If-Match`.
   *
   * - `ADMIN_NOT_FOUND`: No administrator has this id.
   */
  getAdmin(input: GetAdminInput, options?: CallOptions): Promise<Admin>
  /**
   * Rename, disable or enable an administrator; disabling ends their sessions at once. `PATCH /admin/api/admins/{id}`
   *
   * Changes what is named and leaves the rest; where nothing is different nothing happens. Who is
   * disabled cannot sign in, and is signed out at once with their live sockets; enabling ends nothing and restores no
   * session. It stands in the audit log.
   *
   * - `ADMIN_NOT_FOUND`: No administrator has this id.
   * - `LAST_ADMIN`: `disabled` is true, and nobody else is enabled.
   * - `VALIDATION_FAILED`: `name` has no letter and no digit.
   */
  updateAdmin(input: UpdateAdminInput, options?: CallOptions): Promise<Admin>
  /**
   * Change your own password; your other sessions end. `POST /admin/api/me/password`
   *
   * The session that calls stays, every other of the account ends. A wrong `currentPassword` is
   * `VALIDATION_FAILED` with its path, and counts as a failure. It stands in the audit log, without passwords.
   *
   * - `VALIDATION_FAILED`: `currentPassword` is wrong, or `newPassword` is easily guessed (refused in production unless configured otherwise).
   * - `RATE_LIMITED`: Ten wrong passwords were given for this account within 15 minutes.
   */
  changeAdminPassword(input: ChangeAdminPasswordInput, options?: CallOptions): Promise<null>
  /**
   * Join with an email and a password (KINGCAR), or with a social token (the other providers). `POST /api/join`
   *
   * Makes a member of a verified phone number and signs them in. KINGCAR takes `email` and `password`,
   * the others `socialToken` with what belongs to it; a field of the other way is refused. Members are at least 14
   * years old, and agree to all required terms in force (`GET /api/terms` for each type). The verification token is
   * used up where joining succeeds, and is good for another try where it does not; `Idempotency-Key` is not read.
   *
   * - `VERIFICATION_REQUIRED`: `verificationToken` is wrong, used, older than 15 minutes, or was given for another provider.
   * - `TERMS_NOT_AGREED`: `agreedTermsIds` lacks a required version that is in force now.
   * - `SOCIAL_TOKEN_INVALID`: The provider's token is forged, expired, of another app, or has another `nonce`.
   * - `EMAIL_TAKEN`: KINGCAR: a member has this email, in upper or lower case.
   * - `PHONE_TAKEN`: A member has this number, from whichever provider.
   * - `SOCIAL_ACCOUNT_TAKEN`: The account at the provider has joined before: sign in instead.
   * - `VALIDATION_FAILED`: A field belongs to another provider, the password is easily guessed (refused in production unless configured otherwise), the date of birth is no member's, or `agreedTermsIds` names terms that are not in force.
   * - `RATE_LIMITED`: The verified number was told ten times within an hour that an email is taken, or a hundred social tokens from this network were refused within 15 minutes.
   */
  joinMember(input: JoinMemberInput, options?: CallOptions): Promise<JoinMemberResult>
  /**
   * Sign in with email and password. `POST /api/login`
   *
   * Members of KINGCAR only: whoever joined by a provider signs in with `POST /api/socialLogin`. Gives
   * the tokens of a new session, which lasts for 30 days after its last renewal unless configured otherwise; other
   * sessions go on. A success forgets the failures of this account from this network.
   *
   * - `LOGIN_FAILED`: No member has this email, or the password is wrong: the same answer after the same time.
   * - `RATE_LIMITED`: Within 15 minutes ten sign-ins of this email failed from this network, a hundred from this network, or a hundred of this email from everywhere: a right password waits, too.
   */
  loginMember(input: LoginMemberInput, options?: CallOptions): Promise<Tokens>
  /**
   * Sign in with a provider; an unknown account is MEMBER_NOT_FOUND, and the app goes on to join. `POST /api/socialLogin`
   *
   * GOOGLE and APPLE take an ID token, KAKAO an ID token or an access token, NAVER an access token;
   * `nonce` is compared as it is and as its SHA-256, and goes with ID tokens only. An ID token signs in once. One that
   * finds no member is not used up: `POST /api/join` takes it next. With APPLE send `authorizationCode`, too, so that
   * the grant can be revoked when the member leaves.
   *
   * - `SOCIAL_TOKEN_INVALID`: The token is forged, expired, of another app, has another `nonce`, or is an ID token that has signed in before.
   * - `MEMBER_NOT_FOUND`: The token is good, and nobody has joined with this account: go on to `POST /api/join`.
   * - `RATE_LIMITED`: A hundred social tokens from this network were refused within 15 minutes.
   * - `UNAVAILABLE`: The provider does not answer within a second, or too many wait for it.
   */
  loginSocial(input: LoginSocialInput, options?: CallOptions): Promise<Tokens>
  /**
   * Exchange a refresh token for a new pair. `POST /api/reissue`
   *
   * Both tokens have to be of the same session of a member; the access token may have expired. The
   * refresh token is good once: the one before gives the same new pair for 30 seconds, or for as long as nobody has
   * used that pair, so that an answer that was lost is asked for again.
   *
   * - `REFRESH_INVALID`: A token is not ours, the two are of different sessions, or the session has ended or was not renewed in time.
   * - `REFRESH_REUSED`: A refresh token was shown that has been exchanged before; somebody may have a copy, so the session has ended now.
   */
  reissueMember(input: ReissueMemberInput, options?: CallOptions): Promise<Tokens>
  /**
   * End this session everywhere. `POST /api/logout`
   *
   * Ends the session of the bearer token: its tokens are good at no gateway any more. Other sessions of
   * the member go on. Both tokens in the body have to be of that session, of whichever renewal.
   *
   * - `REFRESH_INVALID`: One of the tokens in the body is not of the session of the bearer token.
   */
  logoutMember(input: LogoutMemberInput, options?: CallOptions): Promise<null>
  /**
   * Set a new password (KINGCAR) after a phone verification; every session ends. `POST /api/password/reset`
   *
   * For members of KINGCAR who verified their phone with `provider` KINGCAR. Every session of the member
   * ends, failed sign-ins are forgiven, and the verification token is used up.
   *
   * - `VERIFICATION_REQUIRED`: `verificationToken` is wrong, used, older than 15 minutes, or was not given for KINGCAR.
   * - `MEMBER_NOT_FOUND`: No member of KINGCAR has the verified number.
   * - `VALIDATION_FAILED`: `newPassword` is easily guessed (refused in production unless configured otherwise).
   */
  resetPassword(input: ResetPasswordInput, options?: CallOptions): Promise<null>
  /**
   * Yourself. `GET /api/me`
   *
   * What the product knows of the member who calls, with the agreements that stand and the required terms
   * in force that are still to be agreed to. The `ETag` changes with any of it, also when terms come into force.
   */
  getMe(input?: GetMeInput, options?: CallOptions): Promise<Me>
  /**
   * Change your name, your phone (with a verification token) or your password (with the old one). `PATCH /api/me`
   *
   * Changes what is named and leaves the rest. A new phone number is that of `verificationToken`, which
   * is used up; a new password needs `currentPassword`, and ends every other session of the member. A new name is
   * shown on live screens within a second.
   *
   * - `VERIFICATION_REQUIRED`: `verificationToken` is wrong, used, older than 15 minutes, or was given for another provider than the member's.
   * - `PHONE_TAKEN`: Another member has the verified number.
   * - `VALIDATION_FAILED`: One of `currentPassword` and `newPassword` is missing or wrong, the new one is easily guessed (refused in production unless configured otherwise), or the member of a provider has no password.
   * - `RATE_LIMITED`: Ten wrong passwords were given for this account within 15 minutes.
   */
  updateMe(input?: UpdateMeInput, options?: CallOptions): Promise<Me>
  /**
   * Leave: personal data is erased, the ledger is kept, social grants are revoked. `DELETE /api/me`
   *
   * Erases name, email, phone, date of birth, cars and cards, ends every session, stops renewals and
   * cancels unpaid orders; past visits show a guest. Payments and what was agreed to stay, and name nobody. The grant
   * at the sign-in provider is revoked afterwards. Nothing of it can be taken back.
   */
  deleteMe(input?: DeleteMeInput, options?: CallOptions): Promise<null>
  /**
   * Agree to terms in force. `POST /api/me/agreements`
   *
   * All of the named versions or none; one that stands already stays as it is, so that it may be sent
   * again. Answers the member with what is still to be agreed to.
   *
   * - `TERMS_NOT_FOUND`: One of the ids is of no terms, or of a version that is not in force.
   */
  agreeToTerms(input: AgreeToTermsInput, options?: CallOptions): Promise<Me>
  /**
   * Withdraw an agreement to terms that are not required. `DELETE /api/me/agreements/{termsId}`
   *
   * The agreement stands no more; that it stood, and until when, is kept.
   *
   * - `TERMS_NOT_FOUND`: The member has no agreement to these terms that stands.
   * - `TERMS_REQUIRED`: The terms are required: only leaving ends this agreement.
   */
  withdrawAgreement(input: WithdrawAgreementInput, options?: CallOptions): Promise<null>
  /**
   * Send a code by SMS; the answer is the same whether the number is known or not. `POST /api/phoneVerification`
   *
   * Sends six digits that are good for three minutes, and makes an earlier code for the same number and
   * provider void. Whether a member has the number is not looked at. A number gets a code a minute and five a day, a
   * network 20 an hour; `resendAfter` says when the next may be asked for.
   *
   * - `RATE_LIMITED`: The number had a code within the last minute or five within a day, the network 20 within an hour, or the installation has used up its codes for this hour.
   * - `VALIDATION_FAILED`: `phoneNumber` is no Korean mobile number.
   * - `UNAVAILABLE`: No provider of SMS is configured.
   */
  sendPhoneVerification(input: SendPhoneVerificationInput, options?: CallOptions): Promise<SendPhoneVerificationResult>
  /**
   * Exchange the code for a verification token. `POST /api/phoneVerification/check`
   *
   * The right code is used up for a token that joining, a new phone number or a new password takes, once,
   * within 15 minutes and with the same provider.
   *
   * - `CODE_INVALID`: The code is wrong, or none was sent to this number for this provider.
   * - `CODE_EXPIRED`: The code was sent more than three minutes ago.
   * - `TOO_MANY_ATTEMPTS`: Five wrong codes were tried: ask for a new one. `Retry-After` says when that is possible.
   * - `VALIDATION_FAILED`: `phoneNumber` is no Korean mobile number.
   */
  checkPhoneVerification(
    input: CheckPhoneVerificationInput,
    options?: CallOptions,
  ): Promise<CheckPhoneVerificationResult>
  /**
   * Register a car. `POST /api/cars`
   *
   * The plate is kept in its normal form, without spaces, hyphens and brackets. The first car of a member
   * is the main one; a later one becomes it where `main` is true. A picture is one that the member has uploaded. From
   * now on live screens greet the member at this plate.
   *
   * - `CAR_BRAND_NOT_FOUND`: `carBrandId` is of no brand of `GET /api/carBrands`.
   * - `IMAGE_NOT_FOUND`: `imageId` is of no picture that this member has uploaded and that is still kept.
   * - `CAR_NUMBER_TAKEN`: A member has registered this plate, perhaps the same one.
   * - `CAR_LIMIT`: The member has ten cars.
   * - `VALIDATION_FAILED`: `carNumber` is no Korean number plate, or `model` is empty.
   */
  createCar(input: CreateCarInput, options?: CallOptions): Promise<Car>
  /**
   * Your cars, the main one first. `GET /api/cars`
   *
   * All cars of the member, at most ten, the main one first and then as they were registered.
   */
  listCars(input?: ListCarsInput, options?: CallOptions): Promise<Car[]>
  /**
   * One of your cars. `GET /api/cars/{id}`
   *
   * A car of another member is not found. The `ETag` is the version that `PATCH` and `DELETE` take in
   * `If-Match`.
   *
   * - `CAR_NOT_FOUND`: The member has no car of this id.
   */
  getCar(input: GetCarInput, options?: CallOptions): Promise<Car>
  /**
   * Change any of its fields. `PATCH /api/cars/{id}`
   *
   * Changes what is named and leaves the rest; null empties a field that can be empty. With `main` true
   * the former main car is it no longer. A new plate is greeted from now on, and the old one is free.
   *
   * - `CAR_NOT_FOUND`: The member has no car of this id.
   * - `CAR_BRAND_NOT_FOUND`: `carBrandId` is of no brand of `GET /api/carBrands`.
   * - `IMAGE_NOT_FOUND`: `imageId` is of no picture that this member has uploaded and that is still kept.
   * - `CAR_NUMBER_TAKEN`: Another car has this plate.
   * - `VALIDATION_FAILED`: `carNumber` is no Korean number plate, `model` is empty, or `main` is false for the main car: make another one the main car instead.
   */
  updateCar(input: UpdateCarInput, options?: CallOptions): Promise<Car>
  /**
   * Remove a car; its visits stay. `DELETE /api/cars/{id}`
   *
   * The plate is free and greets nobody any more. Where it was the main car, the oldest of the others
   * becomes it. Visits and orders that name the car stay.
   *
   * - `CAR_NOT_FOUND`: The member has no car of this id.
   */
  deleteCar(input: DeleteCarInput, options?: CallOptions): Promise<null>
  /**
   * Car brands sold in Korea, with their models. `GET /api/carBrands`
   *
   * Every brand with the names of its models, the domestic ones first and all other makes last. It
   * changes with releases of the product only.
   */
  listCarBrands(input?: ListCarBrandsInput, options?: CallOptions): Promise<CarBrand[]>
  /**
   * Kakao's unlink notice, proven by its KakaoAK authorization header. `POST /api/social/kakao/unlink`
   *
   * For Kakao alone, whose request proves itself by the admin key of the app. Where the Kakao account is
   * gone the member leaves as if they had asked for it; otherwise their sessions end, and they come back by signing
   * in. A user whom nobody knows is answered 200, and so is a repetition, which changes nothing more.
   *
   * - `UNAUTHENTICATED`: `Authorization` is not `KakaoAK` with the admin key, or `app_id` is no app of ours.
   */
  receiveKakaoUnlink(input: ReceiveKakaoUnlinkInput, options?: CallOptions): Promise<null>
  /**
   * Kakao's unlink notice in its query form. `GET /api/social/kakao/unlink`
   *
   * As the `POST` of the same path, for apps whose notice is set to GET.
   *
   * - `UNAUTHENTICATED`: `Authorization` is not `KakaoAK` with the admin key, or `app_id` is no app of ours.
   */
  receiveKakaoUnlinkByQuery(input: ReceiveKakaoUnlinkByQueryInput, options?: CallOptions): Promise<null>
  /**
   * Apple's signed notice about an account. `POST /api/social/apple/notice`
   *
   * For Apple alone, proven by its signature. Where the account is deleted the member leaves as if they
   * had asked for it; where the consent is withdrawn their sessions end. Other events, unknown accounts, and news from
   * before the last sign-in are answered 200 and change nothing.
   *
   * - `UNAUTHENTICATED`: `payload` is not signed by Apple for this app.
   * - `UNAVAILABLE`: Apple's keys cannot be had.
   */
  receiveAppleNotice(input: ReceiveAppleNoticeInput, options?: CallOptions): Promise<null>
  /**
   * Search members. `GET /admin/api/members`
   *
   * A page of members, the newest first unless `sort` says otherwise. `q` is looked for as everything
   * that it can mean at once: part of a name or its initial consonants (홍ㄱㄷ), the last four digits of a plate or a
   * phone, the beginning of an email.
   */
  listMembers(input?: ListMembersInput, options?: CallOptions): Promise<Page<MemberSummary>>
  /**
   * The list of members as CSV. `GET /admin/api/members/export`
   *
   * Members whom `q` finds, with their plates. The file is UTF-8 for spreadsheets, with Korean headings, filtered and sorted as the list is; `page` and
   * `size` are ignored. The response is streamed; after a failure the connection is cut, so that an incomplete file does
   * not look complete.
   */
  exportMembers(input?: ExportMembersInput, options?: CallOptions): Promise<Blob>
  /**
   * One member with cars, products, orders, sessions and agreements. `GET /admin/api/members/{id}`
   *
   * Products and orders are the newest hundred each, as the orders service told of them last. The `ETag`
   * is made of all that is shown.
   *
   * - `MEMBER_NOT_FOUND`: No member has this id, or they have left.
   */
  getMember(input: GetMemberInput, options?: CallOptions): Promise<MemberDetail>
  /**
   * Sign a member out everywhere. `DELETE /admin/api/members/{id}/sessions`
   *
   * Every session of the member ends at every gateway; they can sign in again. It stands in the audit
   * log; where no session was open nothing does.
   *
   * - `MEMBER_NOT_FOUND`: No member has this id, or they have left.
   */
  endMemberSessions(input: EndMemberSessionsInput, options?: CallOptions): Promise<null>
  /**
   * Make a screen of a store and its token pair, which is given this once; POST /admin/api/reissue renews it until the screen is removed. `POST /admin/api/screens/session`
   *
   * A wall screen has a session of its own, so that no shop window holds an administrator's token: it
   * reads app settings and the live socket of its store, and nothing else. The tokens are in this answer only; a
   * repetition by `Idempotency-Key` names the screen without them. It is renewed until the screen is removed, and
   * stands in the audit log.
   *
   * - `STORE_NOT_FOUND`: `storeId` is of no store, or of one that was closed for good.
   * - `VALIDATION_FAILED`: `name` is nothing but spaces.
   */
  createScreenSession(input: CreateScreenSessionInput, options?: CallOptions): Promise<CreateScreenSessionResult>
  /**
   * List screens. `GET /admin/api/screens`
   *
   * A page of all screens, the newest first unless `sort` says otherwise. `online` is true where a
   * gateway has seen its live socket within 90 seconds.
   */
  listScreens(input?: ListScreensInput, options?: CallOptions): Promise<Page<Screen>>
  /**
   * Rename a screen. `PATCH /admin/api/screens/{id}`
   *
   * The screen shows its new name at once where it is on. It stands in the audit log; where nothing is
   * different nothing happens.
   *
   * - `SCREEN_NOT_FOUND`: No screen has this id, or it was removed.
   * - `VALIDATION_FAILED`: `name` is nothing but spaces.
   */
  updateScreen(input: UpdateScreenInput, options?: CallOptions): Promise<Screen>
  /**
   * Remove a screen; its session ends at once. `DELETE /admin/api/screens/{id}`
   *
   * Its session ends at every gateway, and its live sockets close. It stands in the audit log.
   *
   * - `SCREEN_NOT_FOUND`: No screen has this id, or it was removed.
   */
  deleteScreen(input: DeleteScreenInput, options?: CallOptions): Promise<null>
  /**
   * Show a text on a screen, or have it reload: one of both, answered when an open socket took it. `POST /admin/api/screens/{id}/message`
   *
   * A text is shown as it is; `reload` loads the page anew. It is answered once an open socket of the
   * screen has taken it, and nothing is kept for a screen that is off. It stands in the audit log.
   *
   * - `SCREEN_NOT_FOUND`: No screen has this id, or it was removed.
   * - `SCREEN_OFFLINE`: No gateway holds an open socket of the screen; nothing was sent.
   * - `VALIDATION_FAILED`: Neither or both of `text` and `reload` are given.
   * - `UNAVAILABLE`: Nobody can tell whether the screen has it.
   */
  messageScreen(input: MessageScreenInput, options?: CallOptions): Promise<null>
  /**
   * What administrators changed, the newest first. `GET /admin/api/auditLogs`
   *
   * A page of what administrators wrote, the newest first. `q` finds part of an administrator's name, the
   * beginning of their email, part of an action's name in English or Korean, and whole ids of what was written or of a
   * request. Values that are too long for a page are shortened; the file has them whole.
   */
  listAuditLogs(input?: ListAuditLogsInput, options?: CallOptions): Promise<Page<AuditLog>>
  /**
   * The audit log as CSV. `GET /admin/api/auditLogs/export`
   *
   * What the query finds, each changed field in a line of its own. The file is UTF-8 for spreadsheets, with Korean headings, filtered and sorted as the list is; `page` and
   * `size` are ignored. The response is streamed; after a failure the connection is cut, so that an incomplete file does
   * not look complete.
   */
  exportAuditLogs(input?: ExportAuditLogsInput, options?: CallOptions): Promise<Blob>
}
