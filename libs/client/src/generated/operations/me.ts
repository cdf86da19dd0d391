// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Get your own account. `GET /admin/api/me`
 */
export const getOwnAdmin: Call<'member', 'getOwnAdmin'> = {
  service: 'member',
  name: 'getOwnAdmin',
  http: 'GET /admin/api/me',
  required: [],
  token: true,
}
/**
 * List your own open sessions. `GET /admin/api/me/sessions`
 */
export const listAdminSessions: Call<'member', 'listAdminSessions'> = {
  service: 'member',
  name: 'listAdminSessions',
  http: 'GET /admin/api/me/sessions',
  required: [],
  token: true,
}
/**
 * End another session of your own account. `DELETE /admin/api/me/sessions/{id}`
 *
 * Errors: `SESSION_NOT_FOUND`.
 */
export const endAdminSession: Call<'member', 'endAdminSession'> = {
  service: 'member',
  name: 'endAdminSession',
  http: 'DELETE /admin/api/me/sessions/{id}',
  required: ['id'],
  token: true,
}
/**
 * End all other sessions of your own account. `DELETE /admin/api/me/sessions`
 */
export const endOtherAdminSessions: Call<'member', 'endOtherAdminSessions'> = {
  service: 'member',
  name: 'endOtherAdminSessions',
  http: 'DELETE /admin/api/me/sessions',
  required: [],
  token: true,
}
/**
 * Change your own password; your other sessions end. `POST /admin/api/me/password`
 *
 * Errors: `VALIDATION_FAILED`, `RATE_LIMITED`.
 */
export const changeAdminPassword: Call<'member', 'changeAdminPassword'> = {
  service: 'member',
  name: 'changeAdminPassword',
  http: 'POST /admin/api/me/password',
  required: ['currentPassword', 'newPassword'],
  token: true,
}
/**
 * Get what protects your own sign-in. `GET /admin/api/me/secondFactors`
 */
export const getSecondFactors: Call<'member', 'getSecondFactors'> = {
  service: 'member',
  name: 'getSecondFactors',
  http: 'GET /admin/api/me/secondFactors',
  required: [],
  token: true,
}
/**
 * Begin to set up an authenticator app. `POST /admin/api/me/totp`
 *
 * Errors: `VALIDATION_FAILED`, `SECOND_FACTOR_EXISTS`, `RATE_LIMITED`.
 */
export const beginTotp: Call<'member', 'beginTotp'> = {
  service: 'member',
  name: 'beginTotp',
  http: 'POST /admin/api/me/totp',
  required: ['currentPassword'],
  token: true,
}
/**
 * Add an authenticator app with a first code. `POST /admin/api/me/totp/confirm`
 *
 * Errors: `CODE_INVALID`, `SECOND_FACTOR_NOT_FOUND`, `SECOND_FACTOR_EXISTS`, `RATE_LIMITED`.
 */
export const confirmTotp: Call<'member', 'confirmTotp'> = {
  service: 'member',
  name: 'confirmTotp',
  http: 'POST /admin/api/me/totp/confirm',
  required: ['code'],
  token: true,
}
/**
 * Remove the authenticator app. `DELETE /admin/api/me/totp`
 *
 * Errors: `VALIDATION_FAILED`, `CODE_INVALID`, `SECOND_FACTOR_NOT_FOUND`, `RATE_LIMITED`.
 */
export const deleteTotp: Call<'member', 'deleteTotp'> = {
  service: 'member',
  name: 'deleteTotp',
  http: 'DELETE /admin/api/me/totp',
  required: [],
  token: true,
  body: 'json',
}
/**
 * Replace the recovery codes. `POST /admin/api/me/totp/recoveryCodes`
 *
 * Errors: `VALIDATION_FAILED`, `CODE_INVALID`, `SECOND_FACTOR_NOT_FOUND`, `RATE_LIMITED`.
 */
export const replaceRecoveryCodes: Call<'member', 'replaceRecoveryCodes'> = {
  service: 'member',
  name: 'replaceRecoveryCodes',
  http: 'POST /admin/api/me/totp/recoveryCodes',
  required: [],
  token: true,
}
/**
 * Begin to add a passkey. `POST /admin/api/me/passkeys`
 *
 * Errors: `VALIDATION_FAILED`, `PASSKEYS_UNAVAILABLE`, `PASSKEY_LIMIT`, `RATE_LIMITED`.
 */
export const beginPasskey: Call<'member', 'beginPasskey'> = {
  service: 'member',
  name: 'beginPasskey',
  http: 'POST /admin/api/me/passkeys',
  required: ['currentPassword'],
  token: true,
}
/**
 * Add the passkey that the browser made. `POST /admin/api/me/passkeys/confirm`
 *
 * Errors: `PASSKEY_CHALLENGE_INVALID`, `PASSKEY_ORIGIN_INVALID`, `PASSKEY_INVALID`, `PASSKEY_EXISTS`, `PASSKEY_LIMIT`, `PASSKEYS_UNAVAILABLE`.
 */
export const confirmPasskey: Call<'member', 'confirmPasskey'> = {
  service: 'member',
  name: 'confirmPasskey',
  http: 'POST /admin/api/me/passkeys/confirm',
  required: ['name', 'credentialId', 'clientDataJSON', 'attestationObject'],
  token: true,
}
/**
 * Rename one of your own passkeys. `PATCH /admin/api/me/passkeys/{id}`
 *
 * Errors: `PASSKEY_NOT_FOUND`.
 */
export const updatePasskey: Call<'member', 'updatePasskey'> = {
  service: 'member',
  name: 'updatePasskey',
  http: 'PATCH /admin/api/me/passkeys/{id}',
  required: ['id', 'name'],
  token: true,
}
/**
 * Delete one of your own passkeys. `DELETE /admin/api/me/passkeys/{id}`
 *
 * Errors: `PASSKEY_NOT_FOUND`.
 */
export const deletePasskey: Call<'member', 'deletePasskey'> = {
  service: 'member',
  name: 'deletePasskey',
  http: 'DELETE /admin/api/me/passkeys/{id}',
  required: ['id'],
  token: true,
}
/**
 * Send a code by SMS to the phone that is to get your alerts. `POST /admin/api/me/alertPhone`
 *
 * Errors: `RATE_LIMITED`, `VALIDATION_FAILED`, `UNAVAILABLE`.
 */
export const sendAlertPhoneCode: Call<'member', 'sendAlertPhoneCode'> = {
  service: 'member',
  name: 'sendAlertPhoneCode',
  http: 'POST /admin/api/me/alertPhone',
  required: ['phoneNumber'],
  token: true,
}
/**
 * Set the phone that gets your alerts, by its code. `POST /admin/api/me/alertPhone/confirm`
 *
 * Errors: `CODE_INVALID`, `CODE_EXPIRED`, `TOO_MANY_ATTEMPTS`, `VALIDATION_FAILED`.
 */
export const confirmAlertPhone: Call<'member', 'confirmAlertPhone'> = {
  service: 'member',
  name: 'confirmAlertPhone',
  http: 'POST /admin/api/me/alertPhone/confirm',
  required: ['phoneNumber', 'verificationId', 'code'],
  token: true,
}
/**
 * Remove the phone that gets your alerts. `DELETE /admin/api/me/alertPhone`
 */
export const deleteAlertPhone: Call<'member', 'deleteAlertPhone'> = {
  service: 'member',
  name: 'deleteAlertPhone',
  http: 'DELETE /admin/api/me/alertPhone',
  required: [],
  token: true,
}
/**
 * Get your own profile. `GET /api/me`
 */
export const getMe: Call<'member', 'getMe'> = {
  service: 'member',
  name: 'getMe',
  http: 'GET /api/me',
  required: [],
  token: true,
}
/**
 * Change your name, your phone number (with a verification token) or your password (with the current one). `PATCH /api/me`
 *
 * Errors: `VERIFICATION_REQUIRED`, `PHONE_TAKEN`, `VALIDATION_FAILED`, `RATE_LIMITED`.
 */
export const updateMe: Call<'member', 'updateMe'> = {
  service: 'member',
  name: 'updateMe',
  http: 'PATCH /api/me',
  required: [],
  token: true,
}
/**
 * Leave: personal data is erased, payment records are kept, social grants are revoked. `DELETE /api/me`
 *
 * Errors: `LEAVE_NEEDS_CONFIRMATION`.
 */
export const deleteMe: Call<'member', 'deleteMe'> = {
  service: 'member',
  name: 'deleteMe',
  http: 'DELETE /api/me',
  required: [],
  token: true,
  body: 'json',
}
/**
 * Agree to terms in force. `POST /api/me/agreements`
 *
 * Errors: `TERMS_NOT_FOUND`.
 */
export const agreeToTerms: Call<'member', 'agreeToTerms'> = {
  service: 'member',
  name: 'agreeToTerms',
  http: 'POST /api/me/agreements',
  required: ['agreedTermsIds'],
  token: true,
}
/**
 * Withdraw an agreement to optional terms. `DELETE /api/me/agreements/{termsId}`
 *
 * Errors: `TERMS_NOT_FOUND`, `TERMS_REQUIRED`.
 */
export const withdrawAgreement: Call<'member', 'withdrawAgreement'> = {
  service: 'member',
  name: 'withdrawAgreement',
  http: 'DELETE /api/me/agreements/{termsId}',
  required: ['termsId'],
  token: true,
}
/**
 * Register the app for notifications. `POST /api/me/pushTokens`
 */
export const createPushToken: Call<'member', 'createPushToken'> = {
  service: 'member',
  name: 'createPushToken',
  http: 'POST /api/me/pushTokens',
  required: ['token', 'platform'],
  token: true,
}
/**
 * Stop notifications of an app. `DELETE /api/me/pushTokens`
 */
export const deletePushToken: Call<'member', 'deletePushToken'> = {
  service: 'member',
  name: 'deletePushToken',
  http: 'DELETE /api/me/pushTokens',
  required: ['token'],
  token: true,
  body: 'json',
}
/**
 * Get what you are notified of, and how. `GET /api/me/notificationSettings`
 */
export const getNotificationSettings: Call<'member', 'getNotificationSettings'> = {
  service: 'member',
  name: 'getNotificationSettings',
  http: 'GET /api/me/notificationSettings',
  required: [],
  token: true,
}
/**
 * Choose what you are notified of, and how. `PUT /api/me/notificationSettings`
 */
export const updateNotificationSettings: Call<'member', 'updateNotificationSettings'> = {
  service: 'member',
  name: 'updateNotificationSettings',
  http: 'PUT /api/me/notificationSettings',
  required: ['kinds'],
  token: true,
}
/**
 * List your products, including past ones. `GET /api/me/products`
 */
export const listMyProducts: Call<'orders', 'listMyProducts'> = {
  service: 'orders',
  name: 'listMyProducts',
  http: 'GET /api/me/products',
  required: [],
  token: true,
}
/**
 * Stop the renewal of a subscription. `POST /api/me/products/{id}/cancel`
 *
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`.
 */
export const stopRenewal: Call<'orders', 'stopRenewal'> = {
  service: 'orders',
  name: 'stopRenewal',
  http: 'POST /api/me/products/{id}/cancel',
  required: ['id'],
  token: true,
}
/**
 * Resume the renewal of a subscription that was stopped. `POST /api/me/products/{id}/resume`
 *
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`.
 */
export const resumeRenewal: Call<'orders', 'resumeRenewal'> = {
  service: 'orders',
  name: 'resumeRenewal',
  http: 'POST /api/me/products/{id}/resume',
  required: ['id'],
  token: true,
}
/**
 * Pay the unpaid renewal of a subscription now. `POST /api/me/products/{id}/retryPayment`
 *
 * Errors: `PAYMENT_FAILED`, `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `CARD_NOT_FOUND`, `CONFLICT`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const retryPayment: Call<'orders', 'retryPayment'> = {
  service: 'orders',
  name: 'retryPayment',
  http: 'POST /api/me/products/{id}/retryPayment',
  required: ['id'],
  token: true,
}
/**
 * Pause one of your subscriptions. `POST /api/me/products/{id}/pause`
 *
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `PAUSE_LIMIT_EXCEEDED`, `CONFLICT`.
 */
export const pauseMyProduct: Call<'orders', 'pauseMyProduct'> = {
  service: 'orders',
  name: 'pauseMyProduct',
  http: 'POST /api/me/products/{id}/pause',
  required: ['id', 'days'],
  token: true,
}
/**
 * End the pause of one of your subscriptions. `POST /api/me/products/{id}/unpause`
 *
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`.
 */
export const unpauseMyProduct: Call<'orders', 'unpauseMyProduct'> = {
  service: 'orders',
  name: 'unpauseMyProduct',
  http: 'POST /api/me/products/{id}/unpause',
  required: ['id'],
  token: true,
}
/**
 * Get what a change of one of your subscriptions to another plan costs. `GET /api/me/products/{id}/change`
 *
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `PLAN_COMMITTED`, `PRODUCT_NOT_FOUND`, `PRODUCT_NOT_ON_SALE`, `ALREADY_SUBSCRIBED`, `VALIDATION_FAILED`.
 */
export const getMyProductChange: Call<'orders', 'getMyProductChange'> = {
  service: 'orders',
  name: 'getMyProductChange',
  http: 'GET /api/me/products/{id}/change',
  required: ['id', 'productId'],
  token: true,
}
/**
 * Change one of your subscriptions to another plan. `POST /api/me/products/{id}/change`
 *
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `PLAN_COMMITTED`, `CREDIT_EXCEEDS_PRICE`, `TOO_MANY_OPEN_ORDERS`, `CONFLICT`, `PRODUCT_NOT_FOUND`, `PRODUCT_NOT_ON_SALE`, `ALREADY_SUBSCRIBED`, `VALIDATION_FAILED`.
 */
export const changeMyProduct: Call<'orders', 'changeMyProduct'> = {
  service: 'orders',
  name: 'changeMyProduct',
  http: 'POST /api/me/products/{id}/change',
  required: ['id', 'productId', 'when'],
  token: true,
}
/**
 * Bind one of your products to another of your cars, once in 30 days. `PATCH /api/me/products/{id}`
 *
 * Errors: `USER_PRODUCT_NOT_FOUND`, `CAR_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `USER_PRODUCT_MOVED`.
 */
export const moveMyProduct: Call<'orders', 'moveMyProduct'> = {
  service: 'orders',
  name: 'moveMyProduct',
  http: 'PATCH /api/me/products/{id}',
  required: ['id', 'carId'],
  token: true,
}
/**
 * Agree to the raised price of one of your subscriptions, or decline it. `POST /api/me/products/{id}/priceChange`
 *
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `PRICE_CHANGED`, `PRICE_CONSENT_TOO_EARLY`, `CONFLICT`, `RATE_LIMITED`.
 */
export const answerPriceChange: Call<'orders', 'answerPriceChange'> = {
  service: 'orders',
  name: 'answerPriceChange',
  http: 'POST /api/me/products/{id}/priceChange',
  required: ['id', 'answer', 'price', 'textVersion'],
  token: true,
}
/**
 * List your product uses. `GET /api/me/products/useLogs`
 */
export const listMyUseLogs: Call<'orders', 'listMyUseLogs'> = {
  service: 'orders',
  name: 'listMyUseLogs',
  http: 'GET /api/me/products/useLogs',
  required: [],
  token: true,
}
