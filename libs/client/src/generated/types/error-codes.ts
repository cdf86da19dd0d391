// Written by `npm run generate` from the contract; a test holds it to that.
/** Each code with its status. */
export type ErrorStatus = {
  /** 400: Some of the input is not valid. */
  VALIDATION_FAILED: 400
  /** 400: The verification code is wrong. */
  CODE_INVALID: 400
  /** 400: The verification code has expired. */
  CODE_EXPIRED: 400
  /** 400: Please verify the phone number again. */
  VERIFICATION_REQUIRED: 400
  /** 400: Every required set of terms must be agreed to. */
  TERMS_NOT_AGREED: 400
  /** 400: The image cannot be read. */
  IMAGE_INVALID: 400
  /** 401: Please sign in. */
  UNAUTHENTICATED: 401
  /** 401: The access token has expired. */
  TOKEN_EXPIRED: 401
  /** 401: The email or the password is wrong. */
  LOGIN_FAILED: 401
  /** 401: The refresh token is not valid. */
  REFRESH_INVALID: 401
  /** 401: An old refresh token was used; the session has ended. */
  REFRESH_REUSED: 401
  /** 401: The social sign-in could not be verified. */
  SOCIAL_TOKEN_INVALID: 401
  /** 402: The payment did not go through. */
  PAYMENT_FAILED: 402
  /** 402: The card could not be registered. */
  CARD_REFUSED: 402
  /** 403: You may not do this. */
  FORBIDDEN: 403
  /** 403: The join code is wrong. */
  JOIN_CODE_INVALID: 403
  /** 404: There is nothing here. */
  NOT_FOUND: 404
  /** 404: There is no such administrator. */
  ADMIN_NOT_FOUND: 404
  /** 404: There is no such app setting. */
  APP_SETTING_NOT_FOUND: 404
  /** 404: There is no such store. */
  STORE_NOT_FOUND: 404
  /** 404: There is no such banner. */
  BANNER_NOT_FOUND: 404
  /** 404: There is no such notice. */
  NOTICE_NOT_FOUND: 404
  /** 404: There is no such product. */
  PRODUCT_NOT_FOUND: 404
  /** 404: There are no such terms. */
  TERMS_NOT_FOUND: 404
  /** 404: There is no such image. */
  IMAGE_NOT_FOUND: 404
  /** 404: There is no such member. */
  MEMBER_NOT_FOUND: 404
  /** 404: There is no such car. */
  CAR_NOT_FOUND: 404
  /** 404: There is no such car brand. */
  CAR_BRAND_NOT_FOUND: 404
  /** 404: There is no such card. */
  CARD_NOT_FOUND: 404
  /** 404: There is no such order. */
  ORDER_NOT_FOUND: 404
  /** 404: There is no such user product. */
  USER_PRODUCT_NOT_FOUND: 404
  /** 404: There is no such use log. */
  USE_LOG_NOT_FOUND: 404
  /** 404: There is no such recognizer. */
  DEVICE_NOT_FOUND: 404
  /** 404: There is no such visit. */
  VISIT_NOT_FOUND: 404
  /** 404: There is no such dead letter. */
  DEAD_LETTER_NOT_FOUND: 404
  /** 404: There is no such screen. */
  SCREEN_NOT_FOUND: 404
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
  /** 409: The room for images is used up; an image that nothing shows goes after a day. */
  IMAGE_LIMIT: 409
  /** 409: The last enabled administrator cannot be disabled. */
  LAST_ADMIN: 409
  /** 409: It is in use and cannot be deleted. */
  IN_USE: 409
  /** 409: Terms in force or past cannot be changed. */
  TERMS_IN_FORCE: 409
  /** 409: Agreement to required terms cannot be withdrawn. */
  TERMS_REQUIRED: 409
  /** 409: The product is not on sale. */
  PRODUCT_NOT_ON_SALE: 409
  /** 409: The state of the order does not allow this. */
  ORDER_STATE_INVALID: 409
  /** 409: The order cannot be refunded. */
  ORDER_NOT_REFUNDABLE: 409
  /** 409: The amount paid differs from the amount of the order. */
  AMOUNT_MISMATCH: 409
  /** 409: More than was paid cannot be refunded. */
  AMOUNT_EXCEEDS_PAID: 409
  /** 409: The state of the user product does not allow this. */
  USER_PRODUCT_STATE_INVALID: 409
  /** 409: The use has been reversed already. */
  USE_LOG_REVERSED: 409
  /** 409: The visit has been merged into another one. */
  VISIT_MERGED: 409
  /** 409: The message is still not a valid read. */
  READ_INVALID: 409
  /** 409: The screen is off; nothing was sent. */
  SCREEN_OFFLINE: 409
  /** 412: It has changed since you read it. */
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
  /** 500: Something went wrong on our side. */
  INTERNAL: 500
  /** 503: A part of the service is away. Please try again shortly. */
  UNAVAILABLE: 503
}

/** Every code with which the API refuses. */
export type ErrorCode = keyof ErrorStatus
