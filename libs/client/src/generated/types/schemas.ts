// Generated from the contract by `npm run generate`: do not edit.
/** One page of a list. */
export type Page<T> = {
  content: T[]
  /** From 0. */
  number: number
  size: number
  numberOfElements: number
  totalElements: number
  totalPages: number
  first: boolean
  last: boolean
  empty: boolean
}

export type PageQuery = {
  /** Page number, from 0 */
  page?: number
  /** Items in a page; 0 means 20, more than 100 means 100 */
  size?: number
}

/** UUIDv7 */
export type Id = string

/** ISO 8601 UTC with milliseconds */
export type Instant = string

/** YYYY-MM-DD in Asia/Seoul */
export type CalendarDate = string

/** KRW */
export type Won = number

export type Admin = {
  id: Id
  email: string
  name: string
  /** The `x-permission` of each operation names the permission that it needs, and its description the roles with it */
  role: 'owner' | 'manager' | 'staff' | 'accountant'
  storeIds: Id[] | null
  disabled: boolean
  /** Whether a sign-in needs a second factor */
  secondFactor: boolean
  alertPhone: string | null
  createdAt: Instant
  lastLoginAt: Instant | null
}

export type Agreement = {
  termsId: Id
  type: 'TERMS_OF_USE' | 'PRIVACY_POLICY' | 'LOCATION_BASED_SERVICE' | 'MARKETING'
  version: number
  title: string
  required: boolean
  agreedAt: Instant
  /** Whether the member agreed while joining or later by POST /api/me/agreements */
  channel: 'join' | 'me'
}

export type AppSetting = {
  key: string
  /** Any JSON value */
  value: unknown
  description: string | null
  updatedAt: Instant | null
  updatedBy: string | null
}

export type AuditLog = {
  id: Id
  at: Instant
  actorId: Id
  actorName: string
  action: string
  entity: string
  entityId: string
  /** The changed fields before the change; null for a new entity. Cut to the beginning of its JSON text if the page becomes too large */
  before: unknown
  /** The same fields after the change; null for a deleted entity */
  after: unknown
  requestId: string | null
}

export type Banner = {
  id: Id
  title: string
  imageId: Id
  imageUrl: string
  linkUrl: string | null
  displayOrder: number
  visible: boolean
  startsAt: Instant | null
  endsAt: Instant | null
  createdAt: Instant
  updatedAt: Instant
}

export type BoundingBox = { x: number; y: number; width: number; height: number }

export type BusinessHours = {
  /** 1 is Monday, 7 is Sunday */
  day: number
  open: string
  /** A time before `open` is on the next day */
  close: string
}

export type Car = {
  id: Id
  carNumber: string
  carBrandId: Id
  model: string
  color: string | null
  nickname: string | null
  imageId: Id | null
  main: boolean
  createdAt: Instant
  updatedAt: Instant
}

export type CarBrand = { id: Id; name: string; nameEn: string; imageUrl: string | null; models: string[] }

export type Card = {
  id: Id
  issuer: string
  maskedNumber: string
  alias: string | null
  /** Whether subscriptions renew with this card */
  main: boolean
  createdAt: Instant
}

export type DeadLetter = {
  id: Id
  receivedAt: Instant
  subject: string
  /** One of subject, tooLarge, notText, notJson, inTheFuture, tooOld, unknownDevice, readIdReused, field:<name>, refused:<SQLSTATE> */
  reason: string
  /** Content of the message, unchanged; base64 if it is not UTF-8 text, and only its beginning if the page becomes too large */
  payload: string
  storeId: Id | null
  deviceId: Id | null
}

export type Device = {
  id: Id
  storeId: Id
  name: string
  laneName: string | null
  /** A read at an `exit`, or with the direction `out`, ends the visit of its plate and begins none; the next read that is neither at an `exit` nor has the direction `out` begins a new visit */
  role: 'entry' | 'exit' | 'both'
  minimumConfidence: number | null
  revisitSeconds: number | null
  /** `arrival`: the time of a read is the time of its arrival at the server; for cameras whose clock is not set */
  timeSource: 'device' | 'arrival'
  arrivalAngle: number | null
  /** The recognizer opens a gate: it receives a decision for each car. Only with the role `entry` */
  gateOutput: boolean
  /** Whether decisions contain the member's masked name, the product and its remaining uses, for a display at the gate */
  gateShowsMember: boolean
  online: boolean
  lastSeenAt: Instant | null
  clockSkewMs: number | null
  queueDepth: number | null
  cameraOk: boolean | null
  firmware: string | null
  readsToday: number
  /** Number of rejected messages: dead letters, and webhook calls with status 400, 403, 413 or 415 */
  refusedToday: number
  lastError: string | null
  lastErrorAt: Instant | null
}

export type DeviceWithSecret = {
  id: Id
  storeId: Id
  name: string
  /** 32 random bytes */
  secret?: string
}

export type Gate = {
  storeId: Id
  /** `automatic`: the gate opens for a usable product and for the plates of the lists `vip` and `staff`;
      `manual`: for every car. It never opens for a blocked plate */
  mode: 'automatic' | 'manual'
  /** What a recognizer does while it cannot reach KingCar with a car whose plate is not in its stored list
      of expected plates */
  whenUnavailable: 'closed' | 'open'
}

export type Image = {
  id: Id
  contentType: 'image/jpeg' | 'image/png' | 'image/webp'
  width: number
  height: number
  bytes: number
}

export type ListedPlate = {
  id: Id
  carNumber: string
  /** `vip`, `staff`: the gate opens; `blocked`: it never opens */
  kind: 'vip' | 'staff' | 'blocked'
  storeId: string | null
  reason: string
  expiresAt: Instant | null
  createdAt: Instant
}

export type LiveEvent = {
  name: string
  carNumber: string
  visitCount: number
  visitId: Id
  storeId: Id
  storeName: string
  recognizedAt: Instant
  sequence: number
  late: boolean
  reads: number
  productUsed: ProductUsed | null
  mergedInto?: Id
  doubtful?: true
  test?: true
}

export type LiveGap = { type: 'gap'; from: number; to: number }

export type LiveReload = { type: 'reload' }

export type LiveScreen = { type: 'screen'; screenId: Id; name: string; storeId: Id }

export type LiveText = { type: 'message'; text: string }

export type Me = {
  id: Id
  provider: 'GOOGLE' | 'NAVER' | 'KAKAO' | 'APPLE' | 'KINGCAR'
  email: string | null
  name: string
  gender: 'Male' | 'Female'
  /** YYYY-MM-DD */
  birthDate: string
  phoneNumber: string | null
  createdAt: Instant
  agreements: Agreement[]
  /** Required terms in force that the member has not agreed to yet */
  termsToAgree: TermsToAgree[]
}

export type MemberDetail = {
  id: Id
  provider: 'GOOGLE' | 'NAVER' | 'KAKAO' | 'APPLE' | 'KINGCAR'
  email: string | null
  name: string
  gender: 'Male' | 'Female'
  /** YYYY-MM-DD */
  birthDate: string
  phoneNumber: string | null
  createdAt: Instant
  agreements: Agreement[]
  /** Required terms in force that the member has not agreed to yet */
  termsToAgree: TermsToAgree[]
  cars: Car[]
  products: UserProduct[]
  orders: OrderRecord[]
  sessions: MemberSession[]
}

export type MemberSession = { id: Id; createdAt: Instant; lastUsedAt: Instant }

export type MemberSummary = {
  id: Id
  provider: 'GOOGLE' | 'NAVER' | 'KAKAO' | 'APPLE' | 'KINGCAR'
  email: string | null
  name: string
  phoneNumber: string | null
  carNumbers: string[]
  createdAt: Instant
}

export type NearPlate = {
  carNumber: string
  memberId: Id
  name: string
  /** Number of different characters; a character that cameras confuse counts half */
  distance: number
}

export type Notice = {
  id: Id
  title: string
  pinned: boolean
  publishedAt: Instant | null
  createdAt: Instant
  updatedAt: Instant
  /** Markdown */
  content: string
}

export type NoticeSummary = {
  id: Id
  title: string
  pinned: boolean
  publishedAt: Instant | null
  createdAt: Instant
  updatedAt: Instant
}

export type Order = {
  id: Id
  /** KingCar's id of the order at the provider */
  merchantUid: string
  productId: Id
  productName: string
  productType: 'subscribe' | 'onetime'
  carId: Id | null
  /** KRW to pay, after the discount */
  amount: number
  /** Discount of the coupon in KRW */
  discount: number
  coupon: { id: Id; name: string; code: string | null } | null
  refundedAmount: Won
  state: 'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund'
  paidAt: Instant | null
  refundedAt: Instant | null
  failReason: string | null
  createdAt: Instant
  userProductId: Id | null
  payment: OrderPayment | null
  /** Money of the order can be refunded only with a `refundAccount`, because it was paid by virtual account */
  refundNeedsAccount: boolean
}

export type OrderDetail = {
  id: Id
  /** KingCar's id of the order at the provider */
  merchantUid: string
  productId: Id
  productName: string
  productType: 'subscribe' | 'onetime'
  carId: Id | null
  /** KRW to pay, after the discount */
  amount: number
  /** Discount of the coupon in KRW */
  discount: number
  coupon: { id: Id; name: string; code: string | null } | null
  refundedAmount: Won
  state: 'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund'
  paidAt: Instant | null
  refundedAt: Instant | null
  failReason: string | null
  createdAt: Instant
  userProductId: Id | null
  payment: OrderPayment | null
  /** Money of the order can be refunded only with a `refundAccount`, because it was paid by virtual account */
  refundNeedsAccount: boolean
  memberId: Id
  memberName: string
  memberPhoneNumber: string
  storeId: string | null
  cashReceipt: {
    /** pending: it is being issued, cancelled or replaced; refused: the provider has issued nothing, and staff can request it again */
    state: 'pending' | 'issued' | 'refused' | 'cancelled'
    kind: 'personal' | 'corporate'
    /** Amount of the receipt in KRW; present before it is issued, too */
    amount: number
    number: string | null
    url: string | null
    refusal: string | null
  } | null
  timeline: OrderEntry[]
  /** Money of the order that is owed to the member and not returned yet, the longest owed first */
  owedReturns: OwedReturn[]
}

export type OrderEntry = {
  at: Instant
  from: 'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund' | null
  to: 'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund'
  cause: string
  amount: Won | null
  actorId: Id | null
}

export type OrderPayment = {
  /** PortOne's API, and so its SDK, by which the order is paid; v2 takes `merchantUid` as `paymentId` */
  api?: 'v1' | 'v2'
  /** Used with API v1; empty with v2 */
  impCode: string
  /** Used with API v2 */
  storeId?: string
  /** With API v2 the channel of the order's `payMethod` */
  channelKey: string
  /** Used with API v2 */
  payMethod?: 'CARD' | 'EASY_PAY' | 'VIRTUAL_ACCOUNT'
  /** KingCar's id of the order at the provider */
  merchantUid: string
  name: string
  amount: Won
  buyerName: string
  /** Empty while the member has no phone number */
  buyerTel: string
  method?:
    | 'card'
    | 'easyPay'
    | 'virtualAccount'
    | 'transfer'
    | 'phone'
    | 'other'
    | 'cash'
    | 'cardTerminal'
    | 'bankTransfer'
  /** The wallet of `easyPay` */
  easyPay?: string
  cardName?: string
  receiptUrl?: string
  virtualAccount?: VirtualAccount
  /** Approval number on the receipt of the card terminal */
  approvalNumber?: string
}

export type OrderRecord = {
  id: Id
  /** KingCar's id of the order at the provider */
  merchantUid: string
  productId: Id
  productName: string
  productType: 'subscribe' | 'onetime'
  carId: Id | null
  /** KRW to pay, after the discount */
  amount: number
  /** Discount of the coupon in KRW */
  discount: number
  coupon: { id: Id; name: string; code: string | null } | null
  refundedAmount: Won
  state: 'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund'
  paidAt: Instant | null
  refundedAt: Instant | null
  failReason: string | null
  createdAt: Instant
  userProductId: Id | null
}

export type OrderSummary = {
  id: Id
  /** KingCar's id of the order at the provider */
  merchantUid: string
  productId: Id
  productName: string
  productType: 'subscribe' | 'onetime'
  carId: Id | null
  /** KRW to pay, after the discount */
  amount: number
  /** Discount of the coupon in KRW */
  discount: number
  coupon: { id: Id; name: string; code: string | null } | null
  refundedAmount: Won
  state: 'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund'
  paidAt: Instant | null
  refundedAt: Instant | null
  failReason: string | null
  createdAt: Instant
  userProductId: Id | null
  payment: OrderPayment | null
  /** Money of the order can be refunded only with a `refundAccount`, because it was paid by virtual account */
  refundNeedsAccount: boolean
  memberId: Id
  memberName: string
  memberPhoneNumber: string
}

export type OwedReturn = {
  id: Id
  orderId: Id
  merchantUid: string
  productName: string
  memberId: Id
  memberName: string
  /** The payment at the provider */
  paymentUid: string
  /** KRW to return; after the return, KRW that were returned */
  amount: number
  /** amountMismatch: another amount than that of the order; paidAfterClosed: paid after the order had ended; paidTwice: a second payment of the order; renewalOfEnded: a renewal of a product that had ended; alreadySubscribed: a second order of a subscription that the member has */
  cause: 'amountMismatch' | 'paidAfterClosed' | 'paidTwice' | 'renewalOfEnded' | 'alreadySubscribed'
  since: Instant
  /** The money can only be returned by a refund of the order with `refundAccount` */
  needsAccount: boolean
  /** Number of times that the provider has refused to return it */
  refusals: number
  lastReason: 'accountNeeded' | 'refused' | 'unreachable' | null
  nextTryAt: Instant | null
  settledAt: Instant | null
  settledHow: 'returned' | 'atProvider' | 'byHand' | null
  settledBy: Id | null
  settleReason: string | null
}

export type PastCorrection = {
  carNumber: string
  correctedAt: Instant
  /** Number of visits that were corrected from the one plate to the other since the last opposite correction */
  times: number
}

export type Product = {
  id: Id
  name: string
  description: string
  type: 'subscribe' | 'onetime'
  price: Won
  billingMonths: number | null
  useLimit: number | null
  carLimit: number | null
  usesPerDay: number | null
  usesPerStay: number
  validityDays: number | null
  firstPeriodPrice: Won | null
  trialDays: number
  commitmentPeriods: number
  pauseDaysPerYear: number
  storeIds: Id[]
  imageId: Id | null
  onSale: boolean
  displayOrder: number
  createdAt: Instant
  updatedAt: Instant
}

export type ProductUsed = { productName: string; remainingUses: number | null }

export type RefundAccount = {
  /** Code of the bank (KFTC); `banks` of the contract has the names */
  bank:
    | '002'
    | '003'
    | '004'
    | '007'
    | '011'
    | '012'
    | '020'
    | '023'
    | '027'
    | '031'
    | '032'
    | '034'
    | '035'
    | '037'
    | '039'
    | '045'
    | '048'
    | '050'
    | '064'
    | '071'
    | '081'
    | '088'
    | '089'
    | '090'
    | '092'
  /** 6 to 16 digits; hyphens and spaces are ignored */
  number: string
  holder: string
}

export type Revenue = {
  /** YYYY-MM-DD or YYYY-MM in Asia/Seoul */
  period: string
  paid: Won
  refunded: Won
  /** Number of paid orders */
  count: number
}

export type Rehearsal = {
  id: Id
  from: Instant
  to: Instant
  storeId: Id | null
  settings: RehearsedSettings
  current: RehearsedSettings
  state: 'running' | 'done' | 'cancelled' | 'failed'
  failure: 'interrupted' | 'tooLong' | 'tooManyReads' | 'internal' | null
  progress: {
    /** Number of reads that have been computed so far */
    reads: number
    readsTotal: number | null
  }
  startedAt: Instant
  finishedAt: Instant | null
  result: RehearsalResult | null
}

export type RehearsalExample = {
  storeId: Id
  storeName: string
  carNumber: string
  current: RehearsedVisit[]
  rehearsed: RehearsedVisit[]
}

export type RehearsalResult = {
  visits: {
    /** With the current settings */
    current: number
    /** With the rehearsed settings */
    rehearsed: number
  }
  /** Rehearsed visits without a current visit of the plate at the same time */
  appearing: {
    count: number
    /** At most 20 examples, the newest first, with at most ten visits on each side */
    examples: RehearsalExample[]
  }
  /** Current visits without a rehearsed visit of the plate at the same time */
  disappearing: {
    count: number
    /** At most 20 examples, the newest first, with at most ten visits on each side */
    examples: RehearsalExample[]
  }
  /** Rehearsed visits that replace several current ones */
  joining: {
    count: number
    /** At most 20 examples, the newest first, with at most ten visits on each side */
    examples: RehearsalExample[]
  }
  /** Current visits that become several rehearsed ones */
  splitting: {
    count: number
    /** At most 20 examples, the newest first, with at most ten visits on each side */
    examples: RehearsalExample[]
  }
  /** Visits in both results that become doubtful: screens do not greet, and no product is used */
  becomingDoubtful: {
    count: number
    /** At most 20 examples, the newest first, with at most ten visits on each side */
    examples: RehearsalExample[]
  }
  /** Visits in both results that stop being doubtful */
  becomingCertain: {
    count: number
    /** At most 20 examples, the newest first, with at most ten visits on each side */
    examples: RehearsalExample[]
  }
}

export type RehearsedSettings = { minConfidence: number; revisitSeconds: number; lookalikeSeconds: number }

export type RehearsedVisit = {
  visitId: string | null
  recognizedAt: Instant
  latestReadAt: Instant
  reads: number
  /** Confidence of its best read */
  confidence: number
  doubtful: boolean
  imageId: Id | null
}

export type ReviewedRead = {
  readId: string
  deviceId: Id
  storeId: Id
  reviewState: 'open' | 'accepted' | 'dismissed'
  /** `lowConfidence`: below the minimum confidence; `notAPlate`: not a Korean number plate;
  `doubtful`: it contradicts another read of the same car; `suggested`: it counts with the plate as read, but the
  same reading of its recognizer was corrected before */
  reason: 'lowConfidence' | 'notAPlate' | 'doubtful' | 'suggested'
  /** As read */
  carNumber: string
  confidence: number
  /** Other readings that the camera sent */
  candidates: { carNumber: string; confidence: number }[]
  recognizedAt: Instant
  receivedAt: Instant
  imageId: Id | null
  boundingBox: BoundingBox | null
  suggestedCarNumber: string | null
  /** At most five registered plates that are equal to the read or at most two characters apart, the nearest first; for an administrator of certain stores only plates that have been at these */
  nearestMembers: NearPlate[]
  acceptedCarNumber: string | null
  visitId: Id | null
  decidedAt: Instant | null
}

export type Screen = {
  id: Id
  storeId: Id
  name: string
  version: string | null
  /** A gateway has seen its live WebSocket within 90 seconds */
  online: boolean
  lastSeenAt: Instant | null
  createdAt: Instant
}

export type Store = {
  id: Id
  name: string
  address: string
  addressDetail: string | null
  latitude: number
  longitude: number
  phone: string
  businessHours: BusinessHours[]
  closedDates: CalendarDate[]
  imageIds: Id[]
  visible: boolean
  /** Whether the store is open now, by business hours and closed dates in Asia/Seoul */
  open: boolean
  /** Present only with `near` */
  distanceMeters?: number
  createdAt: Instant
  updatedAt: Instant
}

export type Terms = {
  id: Id
  type: 'TERMS_OF_USE' | 'PRIVACY_POLICY' | 'LOCATION_BASED_SERVICE' | 'MARKETING'
  /** 1, 2, … within its type */
  version: number
  title: string
  required: boolean
  effectiveAt: Instant
  createdAt: Instant
  updatedAt: Instant
  /** Markdown */
  content: string
}

export type TermsChange = { kind: 'same' | 'removed' | 'added'; text: string }

export type TermsSummary = {
  id: Id
  type: 'TERMS_OF_USE' | 'PRIVACY_POLICY' | 'LOCATION_BASED_SERVICE' | 'MARKETING'
  /** 1, 2, … within its type */
  version: number
  title: string
  required: boolean
  effectiveAt: Instant
  createdAt: Instant
  updatedAt: Instant
}

export type TermsToAgree = {
  id: Id
  type: 'TERMS_OF_USE' | 'PRIVACY_POLICY' | 'LOCATION_BASED_SERVICE' | 'MARKETING'
  version: number
  title: string
  required: boolean
}

export type Tokens = { accessToken: string; refreshToken: string }

export type UseLog = {
  id: Id
  userProductId: Id
  productName: string
  storeId: Id
  storeName: string
  carNumber: string
  usedAt: Instant
}

export type UseLogDetail = {
  id: Id
  userProductId: Id
  productName: string
  storeId: Id
  storeName: string
  carNumber: string
  usedAt: Instant
  memberId: Id
  memberName: string
  visitId: Id | null
  reversedAt: Instant | null
  reverseReason: string | null
}

export type UserProduct = {
  id: Id
  productId: Id
  productName: string
  type: 'subscribe' | 'onetime'
  price: Won
  billingMonths: number | null
  useLimit: number | null
  carLimit: number | null
  carId: string | null
  usesPerDay: number | null
  /** Uses that one visit may record, one of them automatic */
  usesPerStay: number
  /** Stores where it can be used; empty means all stores */
  storeIds: Id[]
  state: 'Available' | 'Unavailable' | 'Cancel' | 'Complete'
  startsAt: Instant
  endsAt: Instant | null
  remainingUses: number | null
  orderId: string | null
  nextBillingAt: Instant | null
  dunning: {
    /** When the first charge failed */
    since: string
    /** Why the last charge failed: `noCard`, `cardExpired`, `limitExceeded` (or the balance is too
      low), `declined`, or `bankUnavailable` (or the provider does not respond), after which the charge is retried
      within an hour */
    reason: 'noCard' | 'cardExpired' | 'limitExceeded' | 'declined' | 'bankUnavailable'
    /** Time of the next charge of the main card; in the past while the outcome of a charge is unknown */
    nextTryAt: string
    amount: Won
  } | null
  coupon: {
    id: Id
    name: string
    code: string | null
    paymentsLeft: number | null
    /** KRW of the next renewal, after the discount */
    amount: number
  } | null
  subscription: {
    firstPeriodPrice: number | null
    /** Free days before the first charge */
    trialDays: number
    /** Number of paid periods before a stop by the member can take effect */
    commitmentPeriods: number
    /** Days of a calendar year for which the member can pause it */
    pauseDaysPerYear: number
    /** Whether the subscription is in its free days; the first charge follows at their end */
    trial: boolean
    /** Amount of the next charge, if the subscription renews */
    nextAmount: number
    committedUntil: string | null
    stopsAt: string | null
    priceChange?: {
      /** Price of a period in KRW from that date on */
      price: number
      /** When the first period at this price begins; a pause moves it */
      startsAt: string
      consent: {
        /** accepted: it renews at the new price; otherwise it ends at `startsAt`, and nothing more is charged */
        state: 'open' | 'accepted' | 'declined'
        answeredAt: Instant | null
        /** Earliest time at which the member can agree: 30 days before `startsAt`. An earlier consent has no effect */
        possibleFrom: string
        textVersion: number
        /** The consent text */
        text: string
      } | null
    } | null
    pause: { since: Instant; until: Instant } | null
    pausedDays: { year: number; days: number } | null
    change: { productId: Id; productName: string; price: Won } | null
  } | null
}

export type UserProductSummary = {
  id: Id
  productId: Id
  productName: string
  type: 'subscribe' | 'onetime'
  price: Won
  billingMonths: number | null
  useLimit: number | null
  carLimit: number | null
  carId: string | null
  usesPerDay: number | null
  /** Uses that one visit may record, one of them automatic */
  usesPerStay: number
  /** Stores where it can be used; empty means all stores */
  storeIds: Id[]
  state: 'Available' | 'Unavailable' | 'Cancel' | 'Complete'
  startsAt: Instant
  endsAt: Instant | null
  remainingUses: number | null
  orderId: string | null
  nextBillingAt: Instant | null
  dunning: {
    /** When the first charge failed */
    since: string
    /** Why the last charge failed: `noCard`, `cardExpired`, `limitExceeded` (or the balance is too
      low), `declined`, or `bankUnavailable` (or the provider does not respond), after which the charge is retried
      within an hour */
    reason: 'noCard' | 'cardExpired' | 'limitExceeded' | 'declined' | 'bankUnavailable'
    /** Time of the next charge of the main card; in the past while the outcome of a charge is unknown */
    nextTryAt: string
    amount: Won
  } | null
  coupon: {
    id: Id
    name: string
    code: string | null
    paymentsLeft: number | null
    /** KRW of the next renewal, after the discount */
    amount: number
  } | null
  subscription: {
    firstPeriodPrice: number | null
    /** Free days before the first charge */
    trialDays: number
    /** Number of paid periods before a stop by the member can take effect */
    commitmentPeriods: number
    /** Days of a calendar year for which the member can pause it */
    pauseDaysPerYear: number
    /** Whether the subscription is in its free days; the first charge follows at their end */
    trial: boolean
    /** Amount of the next charge, if the subscription renews */
    nextAmount: number
    committedUntil: string | null
    stopsAt: string | null
    priceChange?: {
      /** Price of a period in KRW from that date on */
      price: number
      /** When the first period at this price begins; a pause moves it */
      startsAt: string
      consent: {
        /** accepted: it renews at the new price; otherwise it ends at `startsAt`, and nothing more is charged */
        state: 'open' | 'accepted' | 'declined'
        answeredAt: Instant | null
        /** Earliest time at which the member can agree: 30 days before `startsAt`. An earlier consent has no effect */
        possibleFrom: string
        textVersion: number
        /** The consent text */
        text: string
      } | null
    } | null
    pause: { since: Instant; until: Instant } | null
    pausedDays: { year: number; days: number } | null
    change: { productId: Id; productName: string; price: Won } | null
  } | null
  memberId: Id
  memberName: string
  createdAt: Instant
  /** Its renewal was stopped and can be resumed */
  canResume: boolean
}

export type VirtualAccount = { bank: string; number: string; holder: string; dueAt: Instant | null }

export type VisitDetail = {
  id: Id
  storeId: Id
  storeName: string
  deviceId: Id | null
  carNumber: string
  memberId: Id | null
  /** Name without the courtesy suffix (님) */
  name: string
  /** Visits of the plate at all stores; 0 for a test */
  visitCount: number
  recognizedAt: Instant
  latestReadAt: Instant
  receivedAt: Instant
  reads: number
  late: boolean
  productUsed: ProductUsed | null
  mergedInto: Id | null
  useDecision:
    | 'used'
    | 'noProduct'
    | 'notThisStore'
    | 'usedUp'
    | 'otherCar'
    | 'dayLimit'
    | 'paused'
    | 'late'
    | 'periodOver'
    | 'doubtful'
    | 'usageOff'
    | 'reversed'
    | null
  judgedProduct: { userProductId: Id; productName: string } | null
  /** All of its reads are doubtful: reads within `recognition.lookalikeSeconds` show a similar plate that is more likely correct, so screens do not greet and no product is used */
  doubtful: boolean
  listed: 'vip' | 'staff' | 'blocked' | null
  leftAt: Instant | null
  dwellSeconds: number | null
  readings: VisitRead[]
  /** If no member has registered the plate: registered plates that differ by one common misreading, otherwise at most five with the same last four digits, most similar first; for an administrator of certain stores only plates that have been at these */
  suggestions: { carNumber: string; memberId: Id; name: string }[]
  pastCorrection: PastCorrection | null
}

export type VisitRead = {
  readId: string
  deviceId: Id | null
  /** As read */
  carNumber: string
  confidence: number
  direction: 'in' | 'out' | null
  /** Other readings that the camera sent; only for the first 100 reads of a visit */
  candidates: { carNumber: string; confidence: number }[]
  recognizedAt: Instant
  receivedAt: Instant
  imageId: Id | null
  boundingBox: BoundingBox | null
  rejected: 'confidence' | 'plate' | 'direction' | null
  /** Reads at the same time show a similar plate that is more likely correct */
  doubtful: boolean
}

export type VisitRow = {
  id: Id
  storeId: Id
  storeName: string
  deviceId: Id | null
  carNumber: string
  memberId: Id | null
  /** Name without the courtesy suffix (님) */
  name: string
  /** Visits of the plate at all stores; 0 for a test */
  visitCount: number
  recognizedAt: Instant
  latestReadAt: Instant
  receivedAt: Instant
  reads: number
  late: boolean
  productUsed: ProductUsed | null
  mergedInto: Id | null
  useDecision:
    | 'used'
    | 'noProduct'
    | 'notThisStore'
    | 'usedUp'
    | 'otherCar'
    | 'dayLimit'
    | 'paused'
    | 'late'
    | 'periodOver'
    | 'doubtful'
    | 'usageOff'
    | 'reversed'
    | null
  judgedProduct: { userProductId: Id; productName: string } | null
  /** All of its reads are doubtful: reads within `recognition.lookalikeSeconds` show a similar plate that is more likely correct, so screens do not greet and no product is used */
  doubtful: boolean
  listed: 'vip' | 'staff' | 'blocked' | null
  leftAt: Instant | null
  dwellSeconds: number | null
  imageId: Id | null
  boundingBox: BoundingBox | null
  suggestedCarNumber: string | null
}

export type VisitStatistic = {
  /** YYYY-MM-DD or YYYY-MM-DDTHH in Asia/Seoul */
  period: string
  visits: number
  members: number
  guests: number
  /** Visits of plates that had visited before */
  returning: number
  /** Visits whose reads all arrived late */
  late: number
  /** Visits whose plate an administrator corrected */
  corrected: number
  /** Visits that used a product */
  used: number
}
