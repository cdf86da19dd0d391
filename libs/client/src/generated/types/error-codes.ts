// Generated from the contract by `npm run generate`: do not edit.
/** The HTTP status of each error code. */
export type ErrorStatus = {
  /** 400: The input is not valid. */
  VALIDATION_FAILED: 400
  /** 400: The verification code is wrong. */
  CODE_INVALID: 400
  /** 400: The verification code has expired. */
  CODE_EXPIRED: 400
  /** 400: Please verify the phone number again. */
  VERIFICATION_REQUIRED: 400
  /** 400: All required terms must be accepted. */
  TERMS_NOT_AGREED: 400
  /** 400: The image cannot be read. */
  IMAGE_INVALID: 400
  /** 400: The search matches too much. Please choose a period or a store, or enter a longer text. */
  SEARCH_TOO_WIDE: 400
  /** 400: The link is not valid. Check that you opened the whole link. */
  LINK_INVALID: 400
  /** 400: The link has expired. Ask for another one. */
  LINK_EXPIRED: 400
  /** 400: The passkey could not be verified. */
  PASSKEY_INVALID: 400
  /** 400: The passkey was used at another address than that of the console. */
  PASSKEY_ORIGIN_INVALID: 400
  /** 400: The challenge of the passkey has expired or was used. Please try again. */
  PASSKEY_CHALLENGE_INVALID: 400
  /** 400: The passkey may have been copied. Sign in another way and delete it. */
  PASSKEY_COPIED: 400
  /** 401: Please sign in. */
  UNAUTHENTICATED: 401
  /** 401: The access token has expired. */
  TOKEN_EXPIRED: 401
  /** 401: The email or the password is wrong. */
  LOGIN_FAILED: 401
  /** 401: The second factor is needed, too. */
  SECOND_FACTOR_REQUIRED: 401
  /** 401: The refresh token is not valid. */
  REFRESH_INVALID: 401
  /** 401: An old refresh token was used; the session has ended. */
  REFRESH_REUSED: 401
  /** 401: The social sign-in could not be verified. */
  SOCIAL_TOKEN_INVALID: 401
  /** 401: The signature of the webhook is missing, wrong or too old. */
  WEBHOOK_SIGNATURE_INVALID: 401
  /** 402: The payment failed. */
  PAYMENT_FAILED: 402
  /** 402: The card could not be registered. */
  CARD_REFUSED: 402
  /** 403: You are not allowed to do this. */
  FORBIDDEN: 403
  /** 403: Set up a second factor first. */
  SECOND_FACTOR_SETUP_REQUIRED: 403
  /** 403: Please sign in again for this. */
  FRESH_SIGN_IN_REQUIRED: 403
  /** 403: The join code is wrong. */
  JOIN_CODE_INVALID: 403
  /** 403: The setup code is wrong. */
  SETUP_CODE_INVALID: 403
  /** 404: Not found. */
  NOT_FOUND: 404
  /** 404: Administrator not found. */
  ADMIN_NOT_FOUND: 404
  /** 404: No such open session. */
  SESSION_NOT_FOUND: 404
  /** 404: No second factor is set up. */
  SECOND_FACTOR_NOT_FOUND: 404
  /** 404: No such passkey. */
  PASSKEY_NOT_FOUND: 404
  /** 404: No such open invitation. */
  INVITATION_NOT_FOUND: 404
  /** 404: API key not found. */
  API_KEY_NOT_FOUND: 404
  /** 404: Webhook endpoint not found. */
  WEBHOOK_ENDPOINT_NOT_FOUND: 404
  /** 404: Alert rule not found. */
  ALERT_RULE_NOT_FOUND: 404
  /** 404: App setting not found. */
  APP_SETTING_NOT_FOUND: 404
  /** 404: Store not found. */
  STORE_NOT_FOUND: 404
  /** 404: Banner not found. */
  BANNER_NOT_FOUND: 404
  /** 404: Notice not found. */
  NOTICE_NOT_FOUND: 404
  /** 404: Product not found. */
  PRODUCT_NOT_FOUND: 404
  /** 404: Terms not found. */
  TERMS_NOT_FOUND: 404
  /** 404: Image not found. */
  IMAGE_NOT_FOUND: 404
  /** 404: Member not found. */
  MEMBER_NOT_FOUND: 404
  /** 404: Car not found. */
  CAR_NOT_FOUND: 404
  /** 404: Car brand not found. */
  CAR_BRAND_NOT_FOUND: 404
  /** 404: Card not found. */
  CARD_NOT_FOUND: 404
  /** 404: Coupon not found. */
  COUPON_NOT_FOUND: 404
  /** 404: Order not found. */
  ORDER_NOT_FOUND: 404
  /** 404: Settlement file not found. */
  SETTLEMENT_NOT_FOUND: 404
  /** 404: Owed return not found. */
  OWED_RETURN_NOT_FOUND: 404
  /** 404: User product not found. */
  USER_PRODUCT_NOT_FOUND: 404
  /** 404: Use log not found. */
  USE_LOG_NOT_FOUND: 404
  /** 404: Recognizer not found. */
  DEVICE_NOT_FOUND: 404
  /** 404: The plate is on no list. */
  LISTED_PLATE_NOT_FOUND: 404
  /** 404: Visit not found. */
  VISIT_NOT_FOUND: 404
  /** 404: Dead letter not found. */
  DEAD_LETTER_NOT_FOUND: 404
  /** 404: Read not found. */
  READ_NOT_FOUND: 404
  /** 404: Rehearsal not found. */
  REHEARSAL_NOT_FOUND: 404
  /** 404: Screen not found. */
  SCREEN_NOT_FOUND: 404
  /** 404: The code is wrong or has expired. Check the code on the screen. */
  PAIRING_NOT_FOUND: 404
  /** 408: The request arrived too slowly. */
  REQUEST_TIMEOUT: 408
  /** 409: The request conflicts with another one. */
  CONFLICT: 409
  /** 409: The email is already in use. */
  EMAIL_TAKEN: 409
  /** 409: The phone number is already in use. */
  PHONE_TAKEN: 409
  /** 409: The social account is already in use. */
  SOCIAL_ACCOUNT_TAKEN: 409
  /** 409: The car number is already registered. */
  CAR_NUMBER_TAKEN: 409
  /** 409: A member can register at most ten cars. */
  CAR_LIMIT: 409
  /** 409: A member can register at most 20 cards. Remove a card first. */
  CARD_LIMIT: 409
  /** 409: The lists are full. Remove plates first. */
  LISTED_PLATE_LIMIT: 409
  /** 409: There are too many API keys. */
  API_KEY_LIMIT: 409
  /** 409: There are too many webhook endpoints. */
  WEBHOOK_ENDPOINT_LIMIT: 409
  /** 409: An equal alert rule exists. */
  ALERT_RULE_EXISTS: 409
  /** 409: There are too many alert rules. */
  ALERT_RULE_LIMIT: 409
  /** 409: There are too many open invitations. */
  INVITATION_LIMIT: 409
  /** 409: The image storage is full. Unused images are deleted after a day. */
  IMAGE_LIMIT: 409
  /** 409: Leaving would end products or orders that are not used up; it needs a confirmation. */
  LEAVE_NEEDS_CONFIRMATION: 409
  /** 409: The link was used already. */
  LINK_USED: 409
  /** 409: The invitation was withdrawn. Ask for another one. */
  LINK_WITHDRAWN: 409
  /** 409: An administrator exists already. Sign in, or ask for an invitation. */
  SETUP_DONE: 409
  /** 409: The last enabled owner cannot be disabled or get another role. */
  LAST_ADMIN: 409
  /** 409: A second factor is set up already. */
  SECOND_FACTOR_EXISTS: 409
  /** 409: The passkey was added already. */
  PASSKEY_EXISTS: 409
  /** 409: An administrator can have at most ten passkeys. */
  PASSKEY_LIMIT: 409
  /** 409: Passkeys are not configured on this server. */
  PASSKEYS_UNAVAILABLE: 409
  /** 409: The search of addresses is not configured on this server. */
  ADDRESS_SEARCH_OFF: 409
  /** 409: Switch your own second factor off with a code. */
  OWN_SECOND_FACTOR: 409
  /** 409: Change your own password with the current one. */
  OWN_PASSWORD: 409
  /** 409: You cannot change your own role or stores: ask another owner. */
  OWN_ROLE: 409
  /** 409: It is in use and cannot be deleted. */
  IN_USE: 409
  /** 409: Terms that are or were in force cannot be changed. */
  TERMS_IN_FORCE: 409
  /** 409: Agreement to required terms cannot be withdrawn. */
  TERMS_REQUIRED: 409
  /** 409: The product is not on sale. */
  PRODUCT_NOT_ON_SALE: 409
  /** 409: Subscriptions of the product still renew: choose whether they go on. */
  LIVE_SUBSCRIPTIONS: 409
  /** 409: There are too many unpaid orders: pay or cancel one of them first. */
  TOO_MANY_OPEN_ORDERS: 409
  /** 409: The member already has this subscription. */
  ALREADY_SUBSCRIBED: 409
  /** 409: The member already has this free product; it can be ordered again after it has ended. */
  FREE_PRODUCT_LIMIT: 409
  /** 409: The coupon does not apply to this order. */
  COUPON_NOT_APPLICABLE: 409
  /** 409: The coupon is used up. */
  COUPON_USED_UP: 409
  /** 409: Another coupon has this code. */
  COUPON_CODE_TAKEN: 409
  /** 409: There are too many coupons. */
  COUPON_LIMIT: 409
  /** 409: The state of the order does not allow this. */
  ORDER_STATE_INVALID: 409
  /** 409: The order cannot be refunded. */
  ORDER_NOT_REFUNDABLE: 409
  /** 409: The amount paid differs from the amount of the order. */
  AMOUNT_MISMATCH: 409
  /** 409: The refund exceeds the amount paid. */
  AMOUNT_EXCEEDS_PAID: 409
  /** 409: The money was returned already. */
  OWED_RETURN_SETTLED: 409
  /** 409: The state of the user product does not allow this. */
  USER_PRODUCT_STATE_INVALID: 409
  /** 409: The car of a user product can be changed once in 30 days. */
  USER_PRODUCT_MOVED: 409
  /** 409: The member may not pause the subscription for so many days of a year. */
  PAUSE_LIMIT_EXCEEDED: 409
  /** 409: The periods that the member agreed to are not over. */
  PLAN_COMMITTED: 409
  /** 404: No change of the price is announced. */
  PRICE_CHANGE_NOT_FOUND: 404
  /** 409: A change of the price is announced already. */
  PRICE_CHANGE_ANNOUNCED: 409
  /** 409: The price or its text has changed since it was read. */
  PRICE_CHANGED: 409
  /** 409: A member can agree in the 30 days before the raise. */
  PRICE_CONSENT_TOO_EARLY: 409
  /** 409: The credit is more than the price of the new plan: change at the end of the period. */
  CREDIT_EXCEEDS_PRICE: 409
  /** 409: The user product has no uses left. */
  USER_PRODUCT_USED_UP: 409
  /** 409: The use has already been reversed. */
  USE_LOG_REVERSED: 409
  /** 409: The visit has been merged into another one. */
  VISIT_MERGED: 409
  /** 409: The visit has used a product already. */
  VISIT_USED: 409
  /** 409: The message is still not a valid read. */
  READ_INVALID: 409
  /** 409: The read has been decided already. */
  READ_REVIEWED: 409
  /** 409: Another rehearsal is running. */
  REHEARSAL_RUNNING: 409
  /** 409: The screen is offline; nothing was sent. */
  SCREEN_OFFLINE: 409
  /** 412: The resource has changed since you read it. */
  CHANGED_SINCE: 412
  /** 413: The request is too large. */
  PAYLOAD_TOO_LARGE: 413
  /** 415: The media type is not supported. */
  UNSUPPORTED_MEDIA_TYPE: 415
  /** 422: The idempotency key was used for another request. */
  IDEMPOTENCY_KEY_REUSED: 422
  /** 429: Too many requests. Please try again later. */
  RATE_LIMITED: 429
  /** 429: Too many wrong codes. Please ask for a new one. */
  TOO_MANY_ATTEMPTS: 429
  /** 500: Internal server error. */
  INTERNAL: 500
  /** 503: The service is temporarily unavailable. Please try again shortly. */
  UNAVAILABLE: 503
}

/** Every error code of the API. */
export type ErrorCode = keyof ErrorStatus
