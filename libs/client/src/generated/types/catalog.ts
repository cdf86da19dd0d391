// Generated from the contract by `npm run generate`: do not edit.
import type { CallOptions } from '../../model/call.ts'
import type {
  AppSetting,
  Banner,
  BusinessHours,
  CalendarDate,
  Id,
  Image,
  Instant,
  Notice,
  NoticeSummary,
  Page,
  PageQuery,
  Product,
  Store,
  Terms,
  TermsChange,
  TermsSummary,
  Won,
} from './schemas.ts'

export type ListAppSettingsInput = Record<never, never>

export type PutAppSettingInput = {
  key: string
  /** Any JSON value of at most 16 KiB; a known key accepts only its own type */
  value: unknown
  description?: string | null
}

export type GetAppSettingInput = { key: string }

export type DeleteAppSettingInput = { key: string }

export type CreateBannerInput = {
  title: string
  imageId: Id
  linkUrl?: string | null
  /** Position in the list, ascending; last if absent */
  displayOrder?: number
  visible?: boolean
  startsAt?: Instant | null
  endsAt?: Instant | null
}

export type ListBannersInput = Record<never, never>

export type UpdateBannersInput = {
  banners: {
    id: Id
    title?: string
    imageId?: Id
    linkUrl?: string | null
    /** Position in the list, ascending; last if absent */
    displayOrder?: number
    visible?: boolean
    startsAt?: Instant | null
    endsAt?: Instant | null
  }[]
}

export type GetBannerInput = { bannerId: Id }

export type DeleteBannerInput = { bannerId: Id }

export type ListPublicBannersInput = Record<never, never>

export type CreateNoticeInput = {
  title: string
  /** Markdown; syntax that is not allowed is shown as text */
  content: string
  pinned?: boolean
  publishedAt?: Instant | null
}

export type ListNoticesInput = PageQuery & {
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'publishedAt,asc' | 'publishedAt,desc' | 'title,asc' | 'title,desc')[]
}

export type GetNoticeInput = { noticeId: Id }

export type UpdateNoticeInput = {
  noticeId: Id
  title?: string
  /** Markdown; syntax that is not allowed is shown as text */
  content?: string
  pinned?: boolean
  publishedAt?: Instant | null
}

export type DeleteNoticeInput = { noticeId: Id }

export type ListPublishedNoticesInput = PageQuery & {
  sort?: ('publishedAt,asc' | 'publishedAt,desc' | 'title,asc' | 'title,desc')[]
}

export type GetPublishedNoticeInput = { noticeId: Id }

export type CreateProductInput = {
  name: string
  description?: string
  type: 'subscribe' | 'onetime'
  price: Won
  billingMonths?: number | null
  useLimit?: number | null
  carLimit?: number | null
  usesPerDay?: number | null
  /** Uses that one visit may record: the first is automatic, further ones are recorded by hand. 1 if absent */
  usesPerStay?: number
  validityDays?: number | null
  firstPeriodPrice?: number | null
  /** Subscriptions only: free days before the first charge, once for each member. At most 30, because
        the consent to a change from free to paid may not be older (전자상거래법 제13조 제6항) */
  trialDays?: number
  /** Subscriptions only: paid periods that the member agrees to; a stop by the member takes effect after
        them. 0 means that the member can stop at the end of each period */
  commitmentPeriods?: number
  /** Subscriptions only: days in a calendar year for which the member can pause it; 0 means never */
  pauseDaysPerYear?: number
  /** Stores where it can be used; empty means all stores */
  storeIds?: Id[]
  imageId?: Id | null
  onSale?: boolean
  /** Position in the list, ascending; last if absent */
  displayOrder?: number
}

export type ListProductsInput = { productType?: 'subscribe' | 'onetime' }

export type ArrangeProductsInput = { products: { id: Id; displayOrder: number }[] }

export type GetProductInput = { id: Id }

export type UpdateProductInput = {
  id: Id
  name?: string
  description?: string
  type?: 'subscribe' | 'onetime'
  price?: Won
  billingMonths?: number | null
  useLimit?: number | null
  carLimit?: number | null
  usesPerDay?: number | null
  /** Uses that one visit may record: the first is automatic, further ones are recorded by hand. 1 if absent */
  usesPerStay?: number
  validityDays?: number | null
  firstPeriodPrice?: number | null
  /** Subscriptions only: free days before the first charge, once for each member. At most 30, because
        the consent to a change from free to paid may not be older (전자상거래법 제13조 제6항) */
  trialDays?: number
  /** Subscriptions only: paid periods that the member agrees to; a stop by the member takes effect after
        them. 0 means that the member can stop at the end of each period */
  commitmentPeriods?: number
  /** Subscriptions only: days in a calendar year for which the member can pause it; 0 means never */
  pauseDaysPerYear?: number
  /** Stores where it can be used; empty means all stores */
  storeIds?: Id[]
  imageId?: Id | null
  onSale?: boolean
  /** Position in the list, ascending; last if absent */
  displayOrder?: number
}

export type DeleteProductInput = {
  id: Id
  /** Whether subscriptions of the product go on renewing */
  subscriptions?: 'keep' | 'stop'
}

export type ListPublicProductsInput = { productType?: 'subscribe' | 'onetime' }

export type GetPublicProductInput = { id: Id }

export type CreateStoreInput = {
  name: string
  address: string
  addressDetail?: string | null
  latitude: number
  longitude: number
  phone: string
  businessHours: BusinessHours[]
  closedDates?: CalendarDate[]
  imageIds?: Id[]
  visible?: boolean
}

export type ListStoresInput = PageQuery & { sort?: ('createdAt,asc' | 'createdAt,desc' | 'name,asc' | 'name,desc')[] }

export type GetStoreInput = { id: Id }

export type UpdateStoreInput = {
  id: Id
  name?: string
  address?: string
  addressDetail?: string | null
  latitude?: number
  longitude?: number
  phone?: string
  businessHours?: BusinessHours[]
  closedDates?: CalendarDate[]
  imageIds?: Id[]
  visible?: boolean
}

export type DeleteStoreInput = {
  id: Id
  /** Required to be true while the store has recognizers or wall screens */
  withDevices?: boolean
}

export type ListPublicStoresInput = PageQuery & {
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'name,asc' | 'name,desc')[]
  /** `lat,lng`: sorts by distance and adds `distanceMeters` */
  near?: string
}

export type GetPublicStoreInput = { id: Id }

export type CreateTermsInput = {
  type: 'TERMS_OF_USE' | 'PRIVACY_POLICY' | 'LOCATION_BASED_SERVICE' | 'MARKETING'
  title: string
  /** Markdown; syntax that is not allowed is shown as text */
  content: string
  required: boolean
  effectiveAt: Instant
}

export type ListTermsInput = PageQuery & {
  sort?: (
    | 'createdAt,asc'
    | 'createdAt,desc'
    | 'effectiveAt,asc'
    | 'effectiveAt,desc'
    | 'type,asc'
    | 'type,desc'
    | 'version,asc'
    | 'version,desc'
  )[]
}

export type GetTermsInput = { termsId: Id }

export type UpdateTermsInput = {
  termsId: Id
  type?: 'TERMS_OF_USE' | 'PRIVACY_POLICY' | 'LOCATION_BASED_SERVICE' | 'MARKETING'
  title?: string
  /** Markdown; syntax that is not allowed is shown as text */
  content?: string
  required?: boolean
  effectiveAt?: Instant
}

export type DeleteTermsInput = { termsId: Id }

export type CompareTermsInput = { termsId: Id; with: Id }
export type CompareTermsResult = { changes: TermsChange[] }

export type ListTermsInForceInput = {
  termsType: 'TERMS_OF_USE' | 'PRIVACY_POLICY' | 'LOCATION_BASED_SERVICE' | 'MARKETING'
}

export type UploadImageInput = { image: Blob }

export type UploadRecognitionImageInput = { image: Blob }
export type UploadRecognitionImageResult = { id: Id }

export type GetPlateImageInput = { imageId: Id; x: number; y: number; width: number; height: number }

export type GetImageInput = {
  imageId: Id
  /** Returns the image scaled down to this width in pixels */
  width?: 320 | 640 | 1280
}

export type SearchAddressesInput = { keyword: string }
export type SearchAddressesResult = {
  roadAddress: string
  jibunAddress: string
  zipCode: string
  latitude: number | null
  longitude: number | null
}[]

export interface CatalogClient {
  /**
   * List all settings; a known key that is not set has its default. `GET /admin/api/appSettings`
   *
   * Returns every setting sorted by key. Known keys are those that the product itself reads; they are
   * included even if they are not set. The list is not paged: all settings together are limited to 512 KiB.
   */
  listAppSettings(input?: ListAppSettingsInput, options?: CallOptions): Promise<AppSetting[]>
  /**
   * Set one setting; it takes effect without a restart. `PUT /admin/api/appSettings`
   *
   * Creates or replaces the setting; a repetition has no further effect. Without `description` the
   * stored one is kept. A known key accepts only its own type, and every service applies the new value within
   * moments. The change is recorded in the audit log.
   *
   * - `VALIDATION_FAILED`: `value` does not have the type of its key, is larger than 16 KiB as JSON, or would make all settings larger than 512 KiB.
   */
  putAppSetting(input: PutAppSettingInput, options?: CallOptions): Promise<AppSetting>
  /**
   * Get one setting. `GET /admin/api/appSettings/{key}`
   *
   * A known key that is not set returns its default with `updatedAt` null. The `ETag` is the version
   * that `DELETE` accepts in `If-Match`.
   *
   * - `APP_SETTING_NOT_FOUND`: The key is not a known key and has not been set.
   */
  getAppSetting(input: GetAppSettingInput, options?: CallOptions): Promise<AppSetting>
  /**
   * Delete a setting; a known key returns to its default. `DELETE /admin/api/appSettings/{key}`
   *
   * Services apply the default of a known key within moments. Deleting a known key that is not set is a
   * no-op. The change is recorded in the audit log.
   *
   * - `APP_SETTING_NOT_FOUND`: The key is not a known key and has not been set.
   */
  deleteAppSetting(input: DeleteAppSettingInput, options?: CallOptions): Promise<null>
  /**
   * Create a banner. `POST /admin/api/banners`
   *
   * By default the banner is visible and comes last. Members see it from `startsAt` to `endsAt`; an
   * absent bound means no limit on that side. Its image can be read without a token while the banner is shown. The
   * change is recorded in the audit log.
   *
   * - `IMAGE_NOT_FOUND`: `imageId` refers to no existing image.
   * - `VALIDATION_FAILED`: `endsAt` is not after `startsAt`, `linkUrl` is not a plain https URL, or all banners would exceed 768 KiB as JSON.
   */
  createBanner(input: CreateBannerInput, options?: CallOptions): Promise<Banner>
  /**
   * List all banners by displayOrder, including hidden ones. `GET /admin/api/banners`
   *
   * The list is not paged. The `ETag` is the revision of the whole list and grows with every change;
   * `PATCH` accepts it in `If-Match`.
   */
  listBanners(input?: ListBannersInput, options?: CallOptions): Promise<Banner[]>
  /**
   * Change several banners, all or none. `PATCH /admin/api/banners`
   *
   * Each banner may occur once; fields that are absent keep their value, and null clears an optional
   * field. Returns the given banners in the order of the request. `If-Match` accepts the `ETag` of the list or
   * of any banner: the request fails if one of the given banners has changed since, while changes of other banners
   * do not matter. Each change is recorded in the audit log.
   *
   * - `BANNER_NOT_FOUND`: One of the ids belongs to no banner; `details` gives its position.
   * - `IMAGE_NOT_FOUND`: One of the images does not exist; `details` gives its position.
   * - `VALIDATION_FAILED`: A banner is given twice or does not end after it starts, a link is not a plain https URL, or all banners would exceed 768 KiB as JSON.
   */
  updateBanners(input: UpdateBannersInput, options?: CallOptions): Promise<Banner[]>
  /**
   * Get one banner. `GET /admin/api/banners/{bannerId}`
   *
   * Hidden banners are returned as well. The `ETag` is the revision of its last change, which
   * `PATCH` and `DELETE` accept in `If-Match`.
   *
   * - `BANNER_NOT_FOUND`: No banner has this id.
   */
  getBanner(input: GetBannerInput, options?: CallOptions): Promise<Banner>
  /**
   * Delete a banner. `DELETE /admin/api/banners/{bannerId}`
   *
   * Its image is deleted after 24 hours unless it is used elsewhere. The change is recorded in the audit
   * log.
   *
   * - `BANNER_NOT_FOUND`: No banner has this id.
   */
  deleteBanner(input: DeleteBannerInput, options?: CallOptions): Promise<null>
  /**
   * List the banners that are visible now, by displayOrder. `GET /api/banners`
   *
   * The list is not paged; a change takes effect within one second.
   */
  listPublicBanners(input?: ListPublicBannersInput, options?: CallOptions): Promise<Banner[]>
  /**
   * Create a notice; an absent publishedAt publishes it now, null makes it a draft, a future time schedules it. `POST /admin/api/notices`
   *
   * The Markdown of `content` is sanitised when it is stored, so that clients can render it as it is:
   * HTML becomes text, links lead to https, mail and telephone addresses only, images to those of `POST
   * /api/images`. The change is recorded in the audit log.
   *
   * - `IMAGE_NOT_FOUND`: `content` contains an image that does not exist.
   * - `VALIDATION_FAILED`: After sanitising, `content` is empty, nested too deeply, or too long.
   */
  createNotice(input: CreateNoticeInput, options?: CallOptions): Promise<Notice>
  /**
   * List notices, pinned first, including drafts. `GET /admin/api/notices`
   *
   * Returns a page without content. Pinned notices come first; within each group the newest come first
   * unless `sort` is given.
   */
  listNotices(input?: ListNoticesInput, options?: CallOptions): Promise<Page<NoticeSummary>>
  /**
   * Get one notice. `GET /admin/api/notices/{noticeId}`
   *
   * Drafts and scheduled notices are returned as well. The `ETag` is the version that `PATCH` and
   * `DELETE` accept in `If-Match`.
   *
   * - `NOTICE_NOT_FOUND`: No notice has this id.
   */
  getNotice(input: GetNoticeInput, options?: CallOptions): Promise<Notice>
  /**
   * Change a notice. `PATCH /admin/api/notices/{noticeId}`
   *
   * Fields that are absent keep their value; `publishedAt` null makes the notice a draft, which
   * members no longer see. `content` is sanitised as on creation. The change is recorded in the audit log; a
   * request that changes nothing is a no-op.
   *
   * - `NOTICE_NOT_FOUND`: No notice has this id.
   * - `IMAGE_NOT_FOUND`: `content` contains an image that does not exist.
   * - `VALIDATION_FAILED`: After sanitising, `content` is empty, nested too deeply, or too long.
   */
  updateNotice(input: UpdateNoticeInput, options?: CallOptions): Promise<Notice>
  /**
   * Delete a notice. `DELETE /admin/api/notices/{noticeId}`
   *
   * Its images are deleted after 24 hours unless they are used elsewhere. The change is recorded in the
   * audit log.
   *
   * - `NOTICE_NOT_FOUND`: No notice has this id.
   */
  deleteNotice(input: DeleteNoticeInput, options?: CallOptions): Promise<null>
  /**
   * List published notices, pinned first. `GET /api/notices`
   *
   * Returns a page without content and without drafts and scheduled notices. Pinned notices come first;
   * within each group the last published come first unless `sort` is given. With the setting `notices.public` no
   * token is required, and a token that is sent is ignored.
   */
  listPublishedNotices(input?: ListPublishedNoticesInput, options?: CallOptions): Promise<Page<NoticeSummary>>
  /**
   * Get one published notice. `GET /api/notices/{noticeId}`
   *
   * `content` is sanitised Markdown and safe to render. With the setting `notices.public` no token
   * is required, and a token that is sent is ignored.
   *
   * - `NOTICE_NOT_FOUND`: No notice has this id, or it is a draft or not published yet.
   */
  getPublishedNotice(input: GetPublishedNoticeInput, options?: CallOptions): Promise<Notice>
  /**
   * Create a product. `POST /admin/api/products`
   *
   * By default the product is on sale, valid in all stores and last in the order; a subscription renews
   * every month and is for one car, and a one-time product can be used once, with any car. Members can order it
   * immediately. The change is recorded in the audit log.
   *
   * - `STORE_NOT_FOUND`: One of `storeIds` belongs to no store or to a permanently closed one; `details` gives its position.
   * - `IMAGE_NOT_FOUND`: `imageId` refers to no existing image.
   * - `VALIDATION_FAILED`: A field is given that the type of the product does not have, a store is given twice, or all products would exceed 768 KiB as JSON.
   */
  createProduct(input: CreateProductInput, options?: CallOptions): Promise<Product>
  /**
   * List all products by displayOrder, including those not on sale. `GET /admin/api/products`
   *
   * `productType` filters the list, which is not paged. The `ETag` is the revision of all products
   * of every type and grows with every change; `PATCH` accepts it in `If-Match`.
   */
  listProducts(input?: ListProductsInput, options?: CallOptions): Promise<Product[]>
  /**
   * Reorder several products, all or none, and return the whole list. `PATCH /admin/api/products`
   *
   * Each product may occur once; other products keep their position. `If-Match` accepts the `ETag`
   * of the list or of any product: the request fails if one of the given products has changed since, while changes
   * of other products do not matter. Each change is recorded in the audit log.
   *
   * - `PRODUCT_NOT_FOUND`: One of the ids belongs to no product; `details` gives its position.
   * - `VALIDATION_FAILED`: A product is given twice.
   */
  arrangeProducts(input: ArrangeProductsInput, options?: CallOptions): Promise<Product[]>
  /**
   * Get one product. `GET /admin/api/products/{id}`
   *
   * Products that are not on sale are returned as well. The `ETag` is the revision of its last change,
   * which `PATCH` and `DELETE` accept in `If-Match`.
   *
   * - `PRODUCT_NOT_FOUND`: No product has this id, or it was deleted.
   */
  getProduct(input: GetProductInput, options?: CallOptions): Promise<Product>
  /**
   * Change a product; existing orders and purchases are not affected. `PATCH /admin/api/products/{id}`
   *
   * Fields that are absent keep their value; null clears an optional field. Orders and members' products
   * keep the name, price and terms at which they were sold. A change of `type` resets the fields that
   * only one type has, and `useLimit` and `carLimit` if they had the default of the old type, unless the body
   * sets them. The change is recorded in the audit log; a request that changes nothing is a no-op.
   *
   * - `PRODUCT_NOT_FOUND`: No product has this id, or it was deleted.
   * - `STORE_NOT_FOUND`: One of `storeIds` belongs to no store or to a permanently closed one; `details` gives its position.
   * - `IMAGE_NOT_FOUND`: `imageId` refers to no existing image.
   * - `VALIDATION_FAILED`: A field is given that the type of the product does not have, a store is given twice, or all products would exceed 768 KiB as JSON.
   */
  updateProduct(input: UpdateProductInput, options?: CallOptions): Promise<Product>
  /**
   * Delete a product; purchases are kept. `DELETE /admin/api/products/{id}`
   *
   * Members can no longer see or order it; products that were bought stay usable. While subscriptions of
   * it renew, `subscriptions` is required: `keep` lets them go on, `stop` ends each with its paid period, or
   * immediately if its renewal is unpaid. They stop in the background, within seconds. The change is recorded in the
   * audit log.
   *
   * - `PRODUCT_NOT_FOUND`: No product has this id, or it was deleted.
   * - `LIVE_SUBSCRIPTIONS`: Subscriptions of the product renew (`details` has their number), and `subscriptions` is absent.
   * - `UNAVAILABLE`: `subscriptions` is absent, and the number of subscriptions is unknown at the moment.
   */
  deleteProduct(input: DeleteProductInput, options?: CallOptions): Promise<null>
  /**
   * List the products on sale, by displayOrder. `GET /api/products`
   *
   * `productType` filters the list, which is not paged; a change takes effect within one second.
   */
  listPublicProducts(input?: ListPublicProductsInput, options?: CallOptions): Promise<Product[]>
  /**
   * Get one product on sale. `GET /api/products/{id}`
   *
   * The price is the current one; `POST /api/orders` sets the amount of an order itself.
   *
   * - `PRODUCT_NOT_FOUND`: No product has this id, it was deleted, or it is not on sale.
   */
  getPublicProduct(input: GetPublicProductInput, options?: CallOptions): Promise<Product>
  /**
   * Create a store. `POST /admin/api/stores`
   *
   * Members see the store immediately unless `visible` is false. Hours whose `close` is before
   * `open` end on the next day; 00:00 to 24:00 is all day. Recognizers and wall screens are added to the store
   * afterwards. The change is recorded in the audit log.
   *
   * - `IMAGE_NOT_FOUND`: One of `imageIds` refers to no existing image; `details` gives its position.
   * - `VALIDATION_FAILED`: `name` or `address` is blank, or business hours open and close at the same time.
   */
  createStore(input: CreateStoreInput, options?: CallOptions): Promise<Store>
  /**
   * List stores, including hidden ones. `GET /admin/api/stores`
   *
   * Returns a page, newest first unless `sort` is given; permanently closed stores are not included.
   */
  listStores(input?: ListStoresInput, options?: CallOptions): Promise<Page<Store>>
  /**
   * Get one store. `GET /admin/api/stores/{id}`
   *
   * Hidden stores are returned as well. The `ETag` is the version that `PATCH` and `DELETE` accept
   * in `If-Match`; it does not depend on `open`.
   *
   * - `STORE_NOT_FOUND`: No store has this id, or it was closed permanently.
   */
  getStore(input: GetStoreInput, options?: CallOptions): Promise<Store>
  /**
   * Change a store. `PATCH /admin/api/stores/{id}`
   *
   * Fields that are absent keep their value; a list replaces the whole list. Lists and live screens show
   * a new name from then on. The change is recorded in the audit log; a request that changes nothing is a no-op.
   *
   * - `STORE_NOT_FOUND`: No store has this id, or it was closed permanently.
   * - `IMAGE_NOT_FOUND`: One of `imageIds` refers to no existing image; `details` gives its position.
   * - `VALIDATION_FAILED`: `name` or `address` is blank, or business hours open and close at the same time.
   */
  updateStore(input: UpdateStoreInput, options?: CallOptions): Promise<Store>
  /**
   * Close a store permanently; its history is kept. `DELETE /admin/api/stores/{id}`
   *
   * The store is no longer shown and accepts no new recognizers, screens or products; visits and uses
   * keep its name. With `withDevices=true` its recognizers and wall screens end too, within seconds. This cannot be
   * undone. The change is recorded in the audit log.
   *
   * - `STORE_NOT_FOUND`: No store has this id, or it was closed permanently.
   * - `IN_USE`: A product refers to the store: change or delete that product first. Or it has recognizers or wall screens
   * (`details` names them) without `withDevices`.
   * - `UNAVAILABLE`: It is unknown at the moment whether the store has recognizers or wall screens.
   */
  deleteStore(input: DeleteStoreInput, options?: CallOptions): Promise<null>
  /**
   * List the stores that members can see. `GET /api/stores`
   *
   * Returns a page of visible stores, newest first unless `sort` is given. With `near` the closest
   * stores come first regardless of `sort`, each with its straight-line distance in metres.
   *
   * - `VALIDATION_FAILED`: Latitude or longitude of `near` is out of range.
   */
  listPublicStores(input?: ListPublicStoresInput, options?: CallOptions): Promise<Page<Store>>
  /**
   * Get one store that members can see. `GET /api/stores/{id}`
   *
   * `open` is true if the store is open now, by its hours and closed dates in Asia/Seoul.
   *
   * - `STORE_NOT_FOUND`: No store has this id, it is hidden, or it was closed permanently.
   */
  getPublicStore(input: GetPublicStoreInput, options?: CallOptions): Promise<Store>
  /**
   * Create the next version of a type of terms. `POST /admin/api/terms`
   *
   * The version gets the next number of its type; numbers are never reused. It comes into force at
   * `effectiveAt`, or immediately if that time has passed, and can then no longer be changed or deleted.
   * `content` is Markdown and is sanitised like that of notices. The change is recorded in the audit log.
   *
   * - `IMAGE_NOT_FOUND`: `content` contains an image that does not exist.
   * - `VALIDATION_FAILED`: After sanitising, `content` is empty, nested too deeply, or too long.
   */
  createTerms(input: CreateTermsInput, options?: CallOptions): Promise<Terms>
  /**
   * List all versions of all terms, without content. `GET /admin/api/terms`
   *
   * Returns a page of all versions of all types, newest first unless `sort` is given.
   */
  listTerms(input?: ListTermsInput, options?: CallOptions): Promise<Page<TermsSummary>>
  /**
   * Get one version of terms. `GET /admin/api/terms/{termsId}`
   *
   * Includes the content. The `ETag` is the version of the entry, which `PATCH` and `DELETE`
   * accept in `If-Match`; the field `version` is the number within its type.
   *
   * - `TERMS_NOT_FOUND`: No terms have this id, or they were deleted.
   */
  getTerms(input: GetTermsInput, options?: CallOptions): Promise<Terms>
  /**
   * Change terms that are not in force yet. `PATCH /admin/api/terms/{termsId}`
   *
   * Fields that are absent keep their value; `type` cannot be changed. An `effectiveAt` that has
   * passed puts the terms in force immediately. The change is recorded in the audit log; a request that changes
   * nothing is a no-op.
   *
   * - `TERMS_NOT_FOUND`: No terms have this id, or they were deleted.
   * - `TERMS_IN_FORCE`: `effectiveAt` has passed, so members may have agreed: create the next version instead.
   * - `IMAGE_NOT_FOUND`: `content` contains an image that does not exist.
   * - `VALIDATION_FAILED`: `type` differs from the stored type, or after sanitising `content` is empty, nested too deeply, or too long.
   */
  updateTerms(input: UpdateTermsInput, options?: CallOptions): Promise<Terms>
  /**
   * Delete terms that are not in force yet. `DELETE /admin/api/terms/{termsId}`
   *
   * No member can have agreed to them. Their version number is not reused. The change is recorded in the
   * audit log.
   *
   * - `TERMS_NOT_FOUND`: No terms have this id, or they were deleted.
   * - `TERMS_IN_FORCE`: `effectiveAt` has passed, so members may have agreed.
   */
  deleteTerms(input: DeleteTermsInput, options?: CallOptions): Promise<null>
  /**
   * Compare another version of the same type with this one, line by line. `GET /admin/api/terms/{termsId}/compare`
   *
   * Returns the changes from the version `with` to this one; consecutive lines of one kind are one
   * change. Texts that differ in 1,000 or more lines are returned as all lines removed and all lines added.
   *
   * - `TERMS_NOT_FOUND`: One of the two ids belongs to no terms or to deleted terms.
   * - `VALIDATION_FAILED`: `with` is a version of another type.
   */
  compareTerms(input: CompareTermsInput, options?: CallOptions): Promise<CompareTermsResult>
  /**
   * Get the version of a type of terms that is in force: one item or none. `GET /api/terms`
   *
   * Returns the version that came into force last. `content` is sanitised Markdown and safe to render;
   * send `id` in `agreedTermsIds` to join or to agree.
   */
  listTermsInForce(input: ListTermsInForceInput, options?: CallOptions): Promise<Terms[]>
  /**
   * Upload a JPEG, PNG or WebP of at most 10 MiB and 40 megapixels; it is stored re-encoded, without metadata. `POST /api/images`
   *
   * The format is detected from the content, not from the declared name and type; it is kept, and the
   * image is rotated upright. Only the uploader and administrators can read the image until it is used somewhere. An
   * image that is not used for 24 hours is deleted. A member can store at most 50 images and 200 MiB.
   *
   * - `IMAGE_INVALID`: The file is empty, damaged, or not of the format that its first bytes indicate.
   * - `IMAGE_LIMIT`: The member has stored 50 images or 200 MiB of images.
   * - `PAYLOAD_TOO_LARGE`: The file is larger than 10 MiB, or the image exceeds 40 megapixels, 65,535 pixels per side, or 30 MiB after re-encoding.
   * - `UNSUPPORTED_MEDIA_TYPE`: The file is not a JPEG, PNG or WebP.
   * - `VALIDATION_FAILED`: The part `image` is missing or occurs more than once, or there is another part.
   * - `UNAVAILABLE`: Too many images are waiting to be processed, or the image store is full or unavailable.
   */
  uploadImage(input: UploadImageInput, options?: CallOptions): Promise<Image>
  /**
   * Upload the image of a read from its recognizer; it is kept for 13 months. `POST /api/recognition/images`
   *
   * Put the returned id into `imageId` of the read; the image is kept even if no read refers to it. It
   * is processed like an image of a member and can be read by administrators only. When the image store is nearly
   * full, the oldest images of recognizers are deleted earlier.
   *
   * - `IMAGE_INVALID`: The file is empty, damaged, or not of the format that its first bytes indicate.
   * - `PAYLOAD_TOO_LARGE`: The file is larger than 10 MiB, or the image exceeds 40 megapixels, 65,535 pixels per side, or 30 MiB after re-encoding.
   * - `UNSUPPORTED_MEDIA_TYPE`: The file is not a JPEG, PNG or WebP.
   * - `VALIDATION_FAILED`: The part `image` is missing or occurs more than once, or there is another part.
   * - `RATE_LIMITED`: The recognizer has exceeded its rate and is blocked temporarily.
   * - `UNAVAILABLE`: Too many images are waiting to be processed, or the image store is full or unavailable.
   */
  uploadRecognitionImage(
    input: UploadRecognitionImageInput,
    options?: CallOptions,
  ): Promise<UploadRecognitionImageResult>
  /**
   * Get the plate of a read, cut out of the image of its recognizer. `GET /admin/api/images/{imageId}/plate`
   *
   * The query is the `boundingBox` of the read, in pixels of the upright image. The crop has a margin
   * and is a JPEG of at most 320 pixels in width; the first request makes it, and it is deleted with the image. If
   * the box is not inside of the image, or eight other boxes of the image were requested before, the whole image is
   * returned, scaled down. Clients may keep it, but must revalidate it on each use.
   *
   * - `IMAGE_NOT_FOUND`: The image does not exist, is not of a recognizer, or the caller may not read it.
   * - `UNAVAILABLE`: Too many images are waiting to be processed, or the image store is full or unavailable.
   */
  getPlateImage(input: GetPlateImageInput, options?: CallOptions): Promise<Blob>
  /**
   * Get an image; images of the public catalog need no token. `GET /api/images/{imageId}`
   *
   * Images of visible banners, products on sale, visible stores and terms in force are public. Members
   * can also read images of published notices; only the uploader and administrators of all stores can read any other
   * image, and administrators of certain stores those that recognizers of these stores uploaded. An image that is not wider than `width` is returned unchanged. Caches may keep a public image for one minute and
   * must revalidate any other image on each use.
   *
   * - `UNAUTHENTICATED`: No token was sent and the image is not public or does not exist, or the token is not valid.
   * - `TOKEN_EXPIRED`: The image is not public, and the access token has expired.
   * - `IMAGE_NOT_FOUND`: The image does not exist, or the caller may not read it.
   */
  getImage(input: GetImageInput, options?: CallOptions): Promise<Blob>
  /**
   * Search Korean road addresses. `GET /admin/api/addresses`
   *
   * Returns at most 10 addresses of the government's register that match a road, a building or a
   * lot number; none if the keyword is too general. An administrator can search 60 times a minute. Needs `JUSO_KEY` of the
   * catalog service; without it, clients let the user type the address.
   *
   * - `ADDRESS_SEARCH_OFF`: `JUSO_KEY` is not set.
   * - `RATE_LIMITED`: The administrator has searched 60 times in a minute.
   * - `UNAVAILABLE`: The register of addresses is unavailable, or refused the key.
   */
  searchAddresses(input: SearchAddressesInput, options?: CallOptions): Promise<SearchAddressesResult>
}
