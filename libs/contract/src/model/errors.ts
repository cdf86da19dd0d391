/**
 * Every error code of the API with its HTTP status, Korean and English message. A refusal needs a code in this table.
 */
export const errors = {
  VALIDATION_FAILED: [400, '입력한 내용을 확인해 주세요.', 'The input is not valid.'],
  CODE_INVALID: [400, '인증번호가 맞지 않아요.', 'The verification code is wrong.'],
  CODE_EXPIRED: [400, '인증번호의 유효 시간이 지났어요. 다시 받아 주세요.', 'The verification code has expired.'],
  VERIFICATION_REQUIRED: [400, '휴대폰 인증을 다시 해 주세요.', 'Please verify the phone number again.'],
  TERMS_NOT_AGREED: [400, '필수 약관에 모두 동의해 주세요.', 'All required terms must be accepted.'],
  IMAGE_INVALID: [400, '이미지 파일을 읽을 수 없어요.', 'The image cannot be read.'],
  SEARCH_TOO_WIDE: [
    400,
    '찾는 범위가 너무 넓어요. 기간이나 매장을 정하거나 검색어를 더 길게 입력해 주세요.',
    'The search matches too much. Please choose a period or a store, or enter a longer text.',
  ],
  LINK_INVALID: [
    400,
    '링크가 올바르지 않아요. 받은 링크 전체를 열었는지 확인해 주세요.',
    'The link is not valid. Check that you opened the whole link.',
  ],
  LINK_EXPIRED: [
    400,
    '링크의 유효 시간이 지났어요. 새 링크를 받아 주세요.',
    'The link has expired. Ask for another one.',
  ],
  PASSKEY_INVALID: [400, '패스키를 확인하지 못했어요. 다시 시도해 주세요.', 'The passkey could not be verified.'],
  PASSKEY_ORIGIN_INVALID: [
    400,
    '이 주소에서는 패스키를 쓸 수 없어요. 관리자 화면의 원래 주소로 들어와 주세요.',
    'The passkey was used at another address than that of the console.',
  ],
  PASSKEY_CHALLENGE_INVALID: [
    400,
    '패스키를 확인하는 시간이 지났어요. 다시 시도해 주세요.',
    'The challenge of the passkey has expired or was used. Please try again.',
  ],
  PASSKEY_COPIED: [
    400,
    '복사됐을 수 있는 패스키라서 로그인하지 않았어요. 다른 방법으로 로그인해 이 패스키를 삭제해 주세요.',
    'The passkey may have been copied. Sign in another way and delete it.',
  ],
  UNAUTHENTICATED: [401, '로그인이 필요해요.', 'Please sign in.'],
  TOKEN_EXPIRED: [401, '로그인 시간이 지났어요. 다시 로그인해 주세요.', 'The access token has expired.'],
  LOGIN_FAILED: [401, '이메일 또는 비밀번호가 맞지 않아요.', 'The email or the password is wrong.'],
  SECOND_FACTOR_REQUIRED: [401, '2단계 인증도 필요해요.', 'The second factor is needed, too.'],
  REFRESH_INVALID: [401, '다시 로그인해 주세요.', 'The refresh token is not valid.'],
  REFRESH_REUSED: [
    401,
    '보안을 위해 로그아웃했어요. 다시 로그인해 주세요.',
    'An old refresh token was used; the session has ended.',
  ],
  SOCIAL_TOKEN_INVALID: [
    401,
    '소셜 로그인 정보를 확인할 수 없어요. 다시 시도해 주세요.',
    'The social sign-in could not be verified.',
  ],
  WEBHOOK_SIGNATURE_INVALID: [
    401,
    'Webhook의 서명을 확인할 수 없어요.',
    'The signature of the webhook is missing, wrong or too old.',
  ],
  PAYMENT_FAILED: [402, '결제하지 못했어요. 카드 정보를 확인해 주세요.', 'The payment failed.'],
  CARD_REFUSED: [402, '카드를 등록하지 못했어요. 카드 정보를 확인해 주세요.', 'The card could not be registered.'],
  FORBIDDEN: [403, '권한이 없어요. 관리자에게 요청해 주세요.', 'You are not allowed to do this.'],
  SECOND_FACTOR_SETUP_REQUIRED: [403, '먼저 내 계정에서 2단계 인증을 사용해 주세요.', 'Set up a second factor first.'],
  FRESH_SIGN_IN_REQUIRED: [403, '중요한 작업이에요. 다시 로그인해 주세요.', 'Please sign in again for this.'],
  JOIN_CODE_INVALID: [403, '가입 코드가 맞지 않아요.', 'The join code is wrong.'],
  SETUP_CODE_INVALID: [403, '설치 코드가 맞지 않아요.', 'The setup code is wrong.'],
  NOT_FOUND: [404, '찾을 수 없어요.', 'Not found.'],
  ADMIN_NOT_FOUND: [404, '관리자를 찾을 수 없어요.', 'Administrator not found.'],
  SESSION_NOT_FOUND: [404, '로그인을 찾을 수 없어요. 이미 끝난 로그인이에요.', 'No such open session.'],
  SECOND_FACTOR_NOT_FOUND: [404, '2단계 인증을 설정하지 않았어요.', 'No second factor is set up.'],
  PASSKEY_NOT_FOUND: [404, '등록되지 않은 패스키예요.', 'No such passkey.'],
  INVITATION_NOT_FOUND: [404, '초대를 찾을 수 없어요. 이미 수락했거나 끝난 초대예요.', 'No such open invitation.'],
  API_KEY_NOT_FOUND: [404, 'API 키를 찾을 수 없어요.', 'API key not found.'],
  WEBHOOK_ENDPOINT_NOT_FOUND: [404, 'Webhook 주소를 찾을 수 없어요.', 'Webhook endpoint not found.'],
  ALERT_RULE_NOT_FOUND: [404, '알림 규칙을 찾을 수 없어요.', 'Alert rule not found.'],
  APP_SETTING_NOT_FOUND: [404, '앱 설정을 찾을 수 없어요.', 'App setting not found.'],
  STORE_NOT_FOUND: [404, '매장을 찾을 수 없어요.', 'Store not found.'],
  BANNER_NOT_FOUND: [404, '배너를 찾을 수 없어요.', 'Banner not found.'],
  NOTICE_NOT_FOUND: [404, '공지사항을 찾을 수 없어요.', 'Notice not found.'],
  PRODUCT_NOT_FOUND: [404, '상품을 찾을 수 없어요.', 'Product not found.'],
  TERMS_NOT_FOUND: [404, '약관을 찾을 수 없어요.', 'Terms not found.'],
  IMAGE_NOT_FOUND: [404, '이미지를 찾을 수 없어요.', 'Image not found.'],
  MEMBER_NOT_FOUND: [404, '회원을 찾을 수 없어요.', 'Member not found.'],
  CAR_NOT_FOUND: [404, '차량을 찾을 수 없어요.', 'Car not found.'],
  CAR_BRAND_NOT_FOUND: [404, '자동차 브랜드를 찾을 수 없어요.', 'Car brand not found.'],
  CARD_NOT_FOUND: [404, '카드를 찾을 수 없어요.', 'Card not found.'],
  COUPON_NOT_FOUND: [404, '쿠폰을 찾을 수 없어요. 코드를 확인해 주세요.', 'Coupon not found.'],
  ORDER_NOT_FOUND: [404, '주문을 찾을 수 없어요.', 'Order not found.'],
  SETTLEMENT_NOT_FOUND: [404, '정산 파일을 찾을 수 없어요.', 'Settlement file not found.'],
  OWED_RETURN_NOT_FOUND: [404, '돌려줄 돈을 찾을 수 없어요.', 'Owed return not found.'],
  USER_PRODUCT_NOT_FOUND: [404, '이용 상품을 찾을 수 없어요.', 'User product not found.'],
  USE_LOG_NOT_FOUND: [404, '이용 기록을 찾을 수 없어요.', 'Use log not found.'],
  DEVICE_NOT_FOUND: [404, '인식기를 찾을 수 없어요.', 'Recognizer not found.'],
  LISTED_PLATE_NOT_FOUND: [404, '목록에 없는 번호예요.', 'The plate is on no list.'],
  VISIT_NOT_FOUND: [404, '방문 기록을 찾을 수 없어요.', 'Visit not found.'],
  DEAD_LETTER_NOT_FOUND: [404, '처리하지 못한 메시지를 찾을 수 없어요.', 'Dead letter not found.'],
  READ_NOT_FOUND: [404, '확인할 인식 기록을 찾을 수 없어요.', 'Read not found.'],
  REHEARSAL_NOT_FOUND: [404, '미리 적용한 결과를 찾을 수 없어요.', 'Rehearsal not found.'],
  SCREEN_NOT_FOUND: [404, '화면을 찾을 수 없어요.', 'Screen not found.'],
  PAIRING_NOT_FOUND: [
    404,
    '연결 번호가 맞지 않거나 시간이 지났어요. 화면에 나온 번호를 다시 확인해 주세요.',
    'The code is wrong or has expired. Check the code on the screen.',
  ],
  REQUEST_TIMEOUT: [
    408,
    '보내는 속도가 너무 느려서 받지 못했어요. 연결을 확인하고 다시 보내 주세요.',
    'The request arrived too slowly.',
  ],
  CONFLICT: [409, '다른 요청과 겹쳤어요. 다시 시도해 주세요.', 'The request conflicts with another one.'],
  EMAIL_TAKEN: [409, '이미 사용 중인 이메일이에요.', 'The email is already in use.'],
  PHONE_TAKEN: [409, '이미 가입된 휴대폰 번호예요.', 'The phone number is already in use.'],
  SOCIAL_ACCOUNT_TAKEN: [409, '이미 가입된 소셜 계정이에요.', 'The social account is already in use.'],
  CAR_NUMBER_TAKEN: [409, '이미 등록된 차량 번호예요.', 'The car number is already registered.'],
  CAR_LIMIT: [409, '차량은 10대까지 등록할 수 있어요.', 'A member can register at most ten cars.'],
  CARD_LIMIT: [
    409,
    '카드는 20장까지 등록할 수 있어요. 쓰지 않는 카드를 먼저 삭제해 주세요.',
    'A member can register at most 20 cards. Remove a card first.',
  ],
  LISTED_PLATE_LIMIT: [
    409,
    '목록이 가득 찼어요. 쓰지 않는 번호를 먼저 삭제해 주세요.',
    'The lists are full. Remove plates first.',
  ],
  API_KEY_LIMIT: [409, 'API 키가 너무 많아요. 쓰지 않는 키를 먼저 삭제해 주세요.', 'There are too many API keys.'],
  WEBHOOK_ENDPOINT_LIMIT: [
    409,
    'Webhook 주소가 너무 많아요. 쓰지 않는 주소를 먼저 삭제해 주세요.',
    'There are too many webhook endpoints.',
  ],
  ALERT_RULE_EXISTS: [409, '똑같은 알림 규칙이 이미 있어요.', 'An equal alert rule exists.'],
  ALERT_RULE_LIMIT: [
    409,
    '알림 규칙이 너무 많아요. 쓰지 않는 규칙을 먼저 삭제해 주세요.',
    'There are too many alert rules.',
  ],
  INVITATION_LIMIT: [
    409,
    '열린 초대가 너무 많아요. 쓰지 않는 초대를 먼저 철회해 주세요.',
    'There are too many open invitations.',
  ],
  IMAGE_LIMIT: [
    409,
    '이미지를 더 올릴 수 없어요. 쓰지 않는 이미지는 하루 뒤에 지워져요.',
    'The image storage is full. Unused images are deleted after a day.',
  ],
  LEAVE_NEEDS_CONFIRMATION: [
    409,
    '탈퇴하면 잃는 상품이나 주문이 있어요. 확인한 뒤 탈퇴해 주세요.',
    'Leaving would end products or orders that are not used up; it needs a confirmation.',
  ],
  LINK_USED: [409, '이미 사용한 링크예요.', 'The link was used already.'],
  LINK_WITHDRAWN: [
    409,
    '철회된 초대예요. 새 초대를 받아 주세요.',
    'The invitation was withdrawn. Ask for another one.',
  ],
  SETUP_DONE: [
    409,
    '이미 관리자가 있어요. 로그인하거나 초대를 받아 주세요.',
    'An administrator exists already. Sign in, or ask for an invitation.',
  ],
  LAST_ADMIN: [
    409,
    '마지막 소유자는 사용 중지하거나 역할을 바꿀 수 없어요.',
    'The last enabled owner cannot be disabled or get another role.',
  ],
  SECOND_FACTOR_EXISTS: [409, '이미 2단계 인증을 쓰고 있어요.', 'A second factor is set up already.'],
  PASSKEY_EXISTS: [409, '이미 추가한 패스키예요.', 'The passkey was added already.'],
  PASSKEY_LIMIT: [
    409,
    '패스키는 10개까지 추가할 수 있어요. 쓰지 않는 패스키를 먼저 삭제해 주세요.',
    'An administrator can have at most ten passkeys.',
  ],
  PASSKEYS_UNAVAILABLE: [
    409,
    '이 서버는 패스키를 쓰도록 설정되지 않았어요. 비밀번호로 로그인해 주세요.',
    'Passkeys are not configured on this server.',
  ],
  ADDRESS_SEARCH_OFF: [
    409,
    '이 서버는 주소 검색을 쓰도록 설정되지 않았어요. 주소를 직접 입력해 주세요.',
    'The search of addresses is not configured on this server.',
  ],
  OWN_SECOND_FACTOR: [409, '내 2단계 인증은 내 계정에서 꺼 주세요.', 'Switch your own second factor off with a code.'],
  OWN_PASSWORD: [409, '내 비밀번호는 계정 메뉴에서 바꿔 주세요.', 'Change your own password with the current one.'],
  OWN_ROLE: [
    409,
    '내 역할과 매장은 직접 바꿀 수 없어요. 다른 소유자에게 요청해 주세요.',
    'You cannot change your own role or stores: ask another owner.',
  ],
  IN_USE: [409, '사용 중이라 삭제할 수 없어요.', 'It is in use and cannot be deleted.'],
  TERMS_IN_FORCE: [
    409,
    '시행 중이거나 지난 약관은 바꿀 수 없어요.',
    'Terms that are or were in force cannot be changed.',
  ],
  TERMS_REQUIRED: [409, '필수 약관의 동의는 철회할 수 없어요.', 'Agreement to required terms cannot be withdrawn.'],
  PRODUCT_NOT_ON_SALE: [409, '지금은 판매하지 않는 상품이에요.', 'The product is not on sale.'],
  LIVE_SUBSCRIPTIONS: [
    409,
    '이 상품을 정기 결제하는 회원이 있어요. 계속 결제할지 정해 주세요.',
    'Subscriptions of the product still renew: choose whether they go on.',
  ],
  TOO_MANY_OPEN_ORDERS: [
    409,
    '결제하지 않은 주문이 너무 많아요. 결제하거나 취소한 뒤에 다시 주문해 주세요.',
    'There are too many unpaid orders: pay or cancel one of them first.',
  ],
  ALREADY_SUBSCRIBED: [409, '이미 이용 중인 정기권이에요.', 'The member already has this subscription.'],
  FREE_PRODUCT_LIMIT: [
    409,
    '무료 상품은 다 이용한 뒤에 다시 받을 수 있어요.',
    'The member already has this free product; it can be ordered again after it has ended.',
  ],
  COUPON_NOT_APPLICABLE: [409, '이 주문에 쓸 수 없는 쿠폰이에요.', 'The coupon does not apply to this order.'],
  COUPON_USED_UP: [409, '쿠폰을 모두 사용했어요.', 'The coupon is used up.'],
  COUPON_CODE_TAKEN: [409, '이미 있는 쿠폰 코드예요.', 'Another coupon has this code.'],
  COUPON_LIMIT: [409, '쿠폰이 너무 많아요. 쓰지 않는 쿠폰을 먼저 종료해 주세요.', 'There are too many coupons.'],
  ORDER_STATE_INVALID: [409, '주문 상태가 바뀌어 처리할 수 없어요.', 'The state of the order does not allow this.'],
  ORDER_NOT_REFUNDABLE: [409, '환불할 수 없는 주문이에요.', 'The order cannot be refunded.'],
  AMOUNT_MISMATCH: [409, '결제 금액이 주문 금액과 달라요.', 'The amount paid differs from the amount of the order.'],
  AMOUNT_EXCEEDS_PAID: [409, '결제한 금액보다 많이 환불할 수 없어요.', 'The refund exceeds the amount paid.'],
  OWED_RETURN_SETTLED: [409, '이미 돌려준 돈이에요.', 'The money was returned already.'],
  USER_PRODUCT_STATE_INVALID: [
    409,
    '상품 상태가 바뀌어 처리할 수 없어요.',
    'The state of the user product does not allow this.',
  ],
  USER_PRODUCT_MOVED: [
    409,
    '이용 상품의 차량은 30일에 한 번만 바꿀 수 있어요.',
    'The car of a user product can be changed once in 30 days.',
  ],
  PAUSE_LIMIT_EXCEEDED: [
    409,
    '한 해에 일시정지할 수 있는 날을 넘었어요.',
    'The member may not pause the subscription for so many days of a year.',
  ],
  PLAN_COMMITTED: [409, '약정 기간이 끝나야 바꿀 수 있어요.', 'The periods that the member agreed to are not over.'],
  PRICE_CHANGE_NOT_FOUND: [404, '예고한 요금 변경이 없어요.', 'No change of the price is announced.'],
  PRICE_CHANGE_ANNOUNCED: [
    409,
    '이미 예고한 요금 변경이 있어요. 먼저 철회해 주세요.',
    'A change of the price is announced already.',
  ],
  PRICE_CHANGED: [
    409,
    '요금 안내가 바뀌었어요. 다시 확인해 주세요.',
    'The price or its text has changed since it was read.',
  ],
  PRICE_CONSENT_TOO_EARLY: [
    409,
    '요금이 오르기 30일 전부터 동의할 수 있어요.',
    'A member can agree in the 30 days before the raise.',
  ],
  CREDIT_EXCEEDS_PRICE: [
    409,
    '남은 기간의 금액이 새 상품보다 커요. 이번 기간이 끝날 때 바꿔 주세요.',
    'The credit is more than the price of the new plan: change at the end of the period.',
  ],
  USER_PRODUCT_USED_UP: [409, '이용 상품의 남은 횟수가 없어요.', 'The user product has no uses left.'],
  USE_LOG_REVERSED: [409, '이미 되돌린 이용 기록이에요.', 'The use has already been reversed.'],
  VISIT_MERGED: [409, '다른 방문에 합쳐진 기록이에요.', 'The visit has been merged into another one.'],
  VISIT_USED: [409, '이미 상품을 사용한 방문이에요.', 'The visit has used a product already.'],
  READ_INVALID: [409, '아직 처리할 수 없는 메시지예요.', 'The message is still not a valid read.'],
  READ_REVIEWED: [409, '이미 처리한 인식 기록이에요.', 'The read has been decided already.'],
  REHEARSAL_RUNNING: [
    409,
    '다른 설정을 미리 적용하는 중이에요. 끝난 뒤에 다시 시도해 주세요.',
    'Another rehearsal is running.',
  ],
  SCREEN_OFFLINE: [409, '화면이 꺼져 있어서 보내지 못했어요.', 'The screen is offline; nothing was sent.'],
  CHANGED_SINCE: [412, '그 사이에 다른 사람이 먼저 바꿨어요.', 'The resource has changed since you read it.'],
  PAYLOAD_TOO_LARGE: [413, '보낸 내용이 너무 커요.', 'The request is too large.'],
  UNSUPPORTED_MEDIA_TYPE: [415, '지원하지 않는 형식이에요.', 'The media type is not supported.'],
  IDEMPOTENCY_KEY_REUSED: [422, '같은 키로 다른 요청을 보냈어요.', 'The idempotency key was used for another request.'],
  RATE_LIMITED: [429, '요청이 너무 많아요. 잠시 후 다시 시도해 주세요.', 'Too many requests. Please try again later.'],
  TOO_MANY_ATTEMPTS: [
    429,
    '인증번호를 너무 많이 틀렸어요. 다시 받아 주세요.',
    'Too many wrong codes. Please ask for a new one.',
  ],
  INTERNAL: [500, '문제가 생겼어요. 잠시 후 다시 시도해 주세요.', 'Internal server error.'],
  UNAVAILABLE: [
    503,
    '잠시 연결이 어려워요. 곧 다시 시도해 주세요.',
    'The service is temporarily unavailable. Please try again shortly.',
  ],
} as const satisfies Record<string, readonly [status: number, ko: string, en: string]>

export type ErrorCode = keyof typeof errors

export const statusOf = (code: ErrorCode): number => errors[code][0]
export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code)

/** One invalid field: its path (`a.b.0`, or `` for the whole input) and the error in both languages. */
export type Detail = { path: string; ko: string; en: string }

/**
 * An expected failure. The code decides status and message; only these, `details` and `retryAfter` leave the process.
 */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly details: readonly Detail[] | undefined
  /** Seconds to wait before a retry (429, 503). */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    options: { details?: readonly Detail[] | undefined; retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(errors[code][2], options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.details = options.details
    this.retryAfter = options.retryAfter
  }

  /** Converts an unknown failure to `INTERNAL`, so that its message does not leave the process. */
  static from(cause: unknown): AppError {
    return cause instanceof AppError ? cause : new AppError('INTERNAL', { cause })
  }
}

/** True for a failure of the server (5xx), false for a refused request. */
export const isServerError = (cause: unknown): boolean => statusOf(AppError.from(cause).code) >= 500
