// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** Get your own account. `GET /admin/api/me` */
export const getOwnAdmin = call('member', 'getOwnAdmin', 'GET /admin/api/me')
/** List your own open sessions. `GET /admin/api/me/sessions` */
export const listAdminSessions = call('member', 'listAdminSessions', 'GET /admin/api/me/sessions')
/** End another session of your own account. `DELETE /admin/api/me/sessions/{id}` Errors: `SESSION_NOT_FOUND`. */
export const endAdminSession = call('member', 'endAdminSession', 'DELETE /admin/api/me/sessions/{id}', ['id'])
/** End all other sessions of your own account. `DELETE /admin/api/me/sessions` */
export const endOtherAdminSessions = call('member', 'endOtherAdminSessions', 'DELETE /admin/api/me/sessions')
/**
 * Change your own password; your other sessions end. `POST /admin/api/me/password`
 * Errors: `VALIDATION_FAILED`, `RATE_LIMITED`.
 */
export const changeAdminPassword = call('member', 'changeAdminPassword', 'POST /admin/api/me/password', [
  'currentPassword',
  'newPassword',
])
/** Get what protects your own sign-in. `GET /admin/api/me/secondFactors` */
export const getSecondFactors = call('member', 'getSecondFactors', 'GET /admin/api/me/secondFactors')
/**
 * Begin to set up an authenticator app. `POST /admin/api/me/totp`
 * Errors: `VALIDATION_FAILED`, `SECOND_FACTOR_EXISTS`, `RATE_LIMITED`.
 */
export const beginTotp = call('member', 'beginTotp', 'POST /admin/api/me/totp', ['currentPassword'])
/**
 * Add an authenticator app with a first code. `POST /admin/api/me/totp/confirm`
 * Errors: `CODE_INVALID`, `SECOND_FACTOR_NOT_FOUND`, `SECOND_FACTOR_EXISTS`, `RATE_LIMITED`.
 */
export const confirmTotp = call('member', 'confirmTotp', 'POST /admin/api/me/totp/confirm', ['code'])
/**
 * Remove the authenticator app. `DELETE /admin/api/me/totp`
 * Errors: `VALIDATION_FAILED`, `CODE_INVALID`, `SECOND_FACTOR_NOT_FOUND`, `RATE_LIMITED`.
 */
export const deleteTotp = call('member', 'deleteTotp', 'DELETE /admin/api/me/totp', [], { body: 'json' })
/**
 * Replace the recovery codes. `POST /admin/api/me/totp/recoveryCodes`
 * Errors: `VALIDATION_FAILED`, `CODE_INVALID`, `SECOND_FACTOR_NOT_FOUND`, `RATE_LIMITED`.
 */
export const replaceRecoveryCodes = call('member', 'replaceRecoveryCodes', 'POST /admin/api/me/totp/recoveryCodes')
/**
 * Begin to add a passkey. `POST /admin/api/me/passkeys`
 * Errors: `VALIDATION_FAILED`, `PASSKEYS_UNAVAILABLE`, `PASSKEY_LIMIT`, `RATE_LIMITED`.
 */
export const beginPasskey = call('member', 'beginPasskey', 'POST /admin/api/me/passkeys', ['currentPassword'])
/**
 * Add the passkey that the browser made. `POST /admin/api/me/passkeys/confirm`
 * Errors: `PASSKEY_CHALLENGE_INVALID`, `PASSKEY_ORIGIN_INVALID`, `PASSKEY_INVALID`, `PASSKEY_EXISTS`, `PASSKEY_LIMIT`, `PASSKEYS_UNAVAILABLE`.
 */
export const confirmPasskey = call('member', 'confirmPasskey', 'POST /admin/api/me/passkeys/confirm', [
  'name',
  'credentialId',
  'clientDataJSON',
  'attestationObject',
])
/** Rename one of your own passkeys. `PATCH /admin/api/me/passkeys/{id}` Errors: `PASSKEY_NOT_FOUND`. */
export const updatePasskey = call('member', 'updatePasskey', 'PATCH /admin/api/me/passkeys/{id}', ['id', 'name'])
/** Delete one of your own passkeys. `DELETE /admin/api/me/passkeys/{id}` Errors: `PASSKEY_NOT_FOUND`. */
export const deletePasskey = call('member', 'deletePasskey', 'DELETE /admin/api/me/passkeys/{id}', ['id'])
/**
 * Send a code by SMS to the phone that is to get your alerts. `POST /admin/api/me/alertPhone`
 * Errors: `RATE_LIMITED`, `VALIDATION_FAILED`, `UNAVAILABLE`.
 */
export const sendAlertPhoneCode = call('member', 'sendAlertPhoneCode', 'POST /admin/api/me/alertPhone', ['phoneNumber'])
/**
 * Set the phone that gets your alerts, by its code. `POST /admin/api/me/alertPhone/confirm`
 * Errors: `CODE_INVALID`, `CODE_EXPIRED`, `TOO_MANY_ATTEMPTS`, `VALIDATION_FAILED`.
 */
export const confirmAlertPhone = call('member', 'confirmAlertPhone', 'POST /admin/api/me/alertPhone/confirm', [
  'phoneNumber',
  'verificationId',
  'code',
])
/** Remove the phone that gets your alerts. `DELETE /admin/api/me/alertPhone` */
export const deleteAlertPhone = call('member', 'deleteAlertPhone', 'DELETE /admin/api/me/alertPhone')
/** Get your own profile. `GET /api/me` */
export const getMe = call('member', 'getMe', 'GET /api/me')
/**
 * Change your name, your phone number (with a verification token) or your password (with the current one). `PATCH /api/me`
 * Errors: `VERIFICATION_REQUIRED`, `PHONE_TAKEN`, `VALIDATION_FAILED`, `RATE_LIMITED`.
 */
export const updateMe = call('member', 'updateMe', 'PATCH /api/me')
/**
 * Leave: personal data is erased, payment records are kept, social grants are revoked. `DELETE /api/me`
 * Errors: `LEAVE_NEEDS_CONFIRMATION`.
 */
export const deleteMe = call('member', 'deleteMe', 'DELETE /api/me', [], { body: 'json' })
/** Agree to terms in force. `POST /api/me/agreements` Errors: `TERMS_NOT_FOUND`. */
export const agreeToTerms = call('member', 'agreeToTerms', 'POST /api/me/agreements', ['agreedTermsIds'])
/**
 * Withdraw an agreement to optional terms. `DELETE /api/me/agreements/{termsId}`
 * Errors: `TERMS_NOT_FOUND`, `TERMS_REQUIRED`.
 */
export const withdrawAgreement = call('member', 'withdrawAgreement', 'DELETE /api/me/agreements/{termsId}', ['termsId'])
/** Register the app for notifications. `POST /api/me/pushTokens` */
export const createPushToken = call('member', 'createPushToken', 'POST /api/me/pushTokens', ['token', 'platform'])
/** Stop notifications of an app. `DELETE /api/me/pushTokens` */
export const deletePushToken = call('member', 'deletePushToken', 'DELETE /api/me/pushTokens', ['token'], {
  body: 'json',
})
/** Get what you are notified of, and how. `GET /api/me/notificationSettings` */
export const getNotificationSettings = call('member', 'getNotificationSettings', 'GET /api/me/notificationSettings')
/** Choose what you are notified of, and how. `PUT /api/me/notificationSettings` */
export const updateNotificationSettings = call(
  'member',
  'updateNotificationSettings',
  'PUT /api/me/notificationSettings',
  ['kinds'],
)
/** List your products, including past ones. `GET /api/me/products` */
export const listMyProducts = call('orders', 'listMyProducts', 'GET /api/me/products')
/**
 * Stop the renewal of a subscription. `POST /api/me/products/{id}/cancel`
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`.
 */
export const stopRenewal = call('orders', 'stopRenewal', 'POST /api/me/products/{id}/cancel', ['id'])
/**
 * Resume the renewal of a subscription that was stopped. `POST /api/me/products/{id}/resume`
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`.
 */
export const resumeRenewal = call('orders', 'resumeRenewal', 'POST /api/me/products/{id}/resume', ['id'])
/**
 * Pay the unpaid renewal of a subscription now. `POST /api/me/products/{id}/retryPayment`
 * Errors: `PAYMENT_FAILED`, `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `CARD_NOT_FOUND`, `CONFLICT`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const retryPayment = call('orders', 'retryPayment', 'POST /api/me/products/{id}/retryPayment', ['id'])
/**
 * Pause one of your subscriptions. `POST /api/me/products/{id}/pause`
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `PAUSE_LIMIT_EXCEEDED`, `CONFLICT`.
 */
export const pauseMyProduct = call('orders', 'pauseMyProduct', 'POST /api/me/products/{id}/pause', ['id', 'days'])
/**
 * End the pause of one of your subscriptions. `POST /api/me/products/{id}/unpause`
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`.
 */
export const unpauseMyProduct = call('orders', 'unpauseMyProduct', 'POST /api/me/products/{id}/unpause', ['id'])
/**
 * Get what a change of one of your subscriptions to another plan costs. `GET /api/me/products/{id}/change`
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `PLAN_COMMITTED`, `PRODUCT_NOT_FOUND`, `PRODUCT_NOT_ON_SALE`, `ALREADY_SUBSCRIBED`, `VALIDATION_FAILED`.
 */
export const getMyProductChange = call('orders', 'getMyProductChange', 'GET /api/me/products/{id}/change', [
  'id',
  'productId',
])
/**
 * Change one of your subscriptions to another plan. `POST /api/me/products/{id}/change`
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `PLAN_COMMITTED`, `CREDIT_EXCEEDS_PRICE`, `TOO_MANY_OPEN_ORDERS`, `CONFLICT`, `PRODUCT_NOT_FOUND`, `PRODUCT_NOT_ON_SALE`, `ALREADY_SUBSCRIBED`, `VALIDATION_FAILED`.
 */
export const changeMyProduct = call('orders', 'changeMyProduct', 'POST /api/me/products/{id}/change', [
  'id',
  'productId',
  'when',
])
/**
 * Bind one of your products to another of your cars, once in 30 days. `PATCH /api/me/products/{id}`
 * Errors: `USER_PRODUCT_NOT_FOUND`, `CAR_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `USER_PRODUCT_MOVED`.
 */
export const moveMyProduct = call('orders', 'moveMyProduct', 'PATCH /api/me/products/{id}', ['id', 'carId'])
/**
 * Agree to the raised price of one of your subscriptions, or decline it. `POST /api/me/products/{id}/priceChange`
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `PRICE_CHANGED`, `PRICE_CONSENT_TOO_EARLY`, `CONFLICT`, `RATE_LIMITED`.
 */
export const answerPriceChange = call('orders', 'answerPriceChange', 'POST /api/me/products/{id}/priceChange', [
  'id',
  'answer',
  'price',
  'textVersion',
])
/** List your product uses. `GET /api/me/products/useLogs` */
export const listMyUseLogs = call('orders', 'listMyUseLogs', 'GET /api/me/products/useLogs')
