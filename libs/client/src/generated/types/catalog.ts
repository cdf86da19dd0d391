// Generated from the contract by `npm run generate`: do not edit.
import type { CallOptions } from '../../model/call.ts'
import type {
  AppSetting,
  Banner,
  BusinessHours,
  Image,
  Notice,
  NoticeSummary,
  Page,
  Product,
  Store,
  Terms,
  TermsChange,
  TermsSummary,
} from './schemas.ts'

/** Input of `listAppSettings`. */
export type ListAppSettingsInput = Record<never, never>

/** Input of `putAppSetting`. */
export type PutAppSettingInput = {
  key: string
  /** Any JSON up to 16 KiB; known keys have a type */
  value: unknown
  description?: string | null
}

/** Input of `getAppSetting`. */
export type GetAppSettingInput = {
  key: string
}

/** Input of `deleteAppSetting`. */
export type DeleteAppSettingInput = {
  key: string
}

/** Input of `createBanner`. */
export type CreateBannerInput = {
  title: string
  /** UUIDv7 */
  imageId: string
  linkUrl?: string | null
  /** Behind the last where absent */
  displayOrder?: number
  visible?: boolean
  startsAt?: string | null
  endsAt?: string | null
}

/** Input of `listBanners`. */
export type ListBannersInput = Record<never, never>

/** Input of `updateBanners`. */
export type UpdateBannersInput = {
  banners: {
    /** UUIDv7 */
    id: string
    title?: string
    /** UUIDv7 */
    imageId?: string
    linkUrl?: string | null
    /** Behind the last where absent */
    displayOrder?: number
    visible?: boolean
    startsAt?: string | null
    endsAt?: string | null
  }[]
}

/** Input of `getBanner`. */
export type GetBannerInput = {
  /** UUIDv7 */
  bannerId: string
}

/** Input of `deleteBanner`. */
export type DeleteBannerInput = {
  /** UUIDv7 */
  bannerId: string
}

/** Input of `listPublicBanners`. */
export type ListPublicBannersInput = Record<never, never>

/** Input of `createNotice`. */
export type CreateNoticeInput = {
  title: string
  /** Markdown; what is not allowed in it shows as text */
  content: string
  pinned?: boolean
  publishedAt?: string | null
}

/** Input of `listNotices`. */
export type ListNoticesInput = {
  /** From 0 */
  page?: number
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'publishedAt,asc' | 'publishedAt,desc' | 'title,asc' | 'title,desc')[]
}

/** Input of `getNotice`. */
export type GetNoticeInput = {
  /** UUIDv7 */
  noticeId: string
}

/** Input of `updateNotice`. */
export type UpdateNoticeInput = {
  /** UUIDv7 */
  noticeId: string
  title?: string
  /** Markdown; what is not allowed in it shows as text */
  content?: string
  pinned?: boolean
  publishedAt?: string | null
}

/** Input of `deleteNotice`. */
export type DeleteNoticeInput = {
  /** UUIDv7 */
  noticeId: string
}

/** Input of `listPublishedNotices`. */
export type ListPublishedNoticesInput = {
  /** From 0 */
  page?: number
  size?: number
  sort?: ('publishedAt,asc' | 'publishedAt,desc' | 'title,asc' | 'title,desc')[]
}

/** Input of `getPublishedNotice`. */
export type GetPublishedNoticeInput = {
  /** UUIDv7 */
  noticeId: string
}

/** Input of `createProduct`. */
export type CreateProductInput = {
  name: string
  description?: string
  type: 'subscribe' | 'onetime'
  /** KRW */
  price: number
  billingMonths?: number | null
  useLimit?: number | null
  /** Where it can be used; empty: everywhere */
  storeIds?: string[]
  imageId?: string | null
  onSale?: boolean
  /** Behind the last where absent */
  displayOrder?: number
}

/** Input of `listProducts`. */
export type ListProductsInput = {
  productType?: 'subscribe' | 'onetime'
}

/** Input of `arrangeProducts`. */
export type ArrangeProductsInput = {
  products: {
    /** UUIDv7 */
    id: string
    displayOrder: number
  }[]
}

/** Input of `getProduct`. */
export type GetProductInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `updateProduct`. */
export type UpdateProductInput = {
  /** UUIDv7 */
  id: string
  name?: string
  description?: string
  type?: 'subscribe' | 'onetime'
  /** KRW */
  price?: number
  billingMonths?: number | null
  useLimit?: number | null
  /** Where it can be used; empty: everywhere */
  storeIds?: string[]
  imageId?: string | null
  onSale?: boolean
  /** Behind the last where absent */
  displayOrder?: number
}

/** Input of `deleteProduct`. */
export type DeleteProductInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `listPublicProducts`. */
export type ListPublicProductsInput = {
  productType?: 'subscribe' | 'onetime'
}

/** Input of `getPublicProduct`. */
export type GetPublicProductInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `createStore`. */
export type CreateStoreInput = {
  name: string
  address: string
  addressDetail?: string | null
  latitude: number
  longitude: number
  phone: string
  businessHours: BusinessHours[]
  closedDates?: string[]
  imageIds?: string[]
  visible?: boolean
}

/** Input of `listStores`. */
export type ListStoresInput = {
  /** From 0 */
  page?: number
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'name,asc' | 'name,desc')[]
}

/** Input of `getStore`. */
export type GetStoreInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `updateStore`. */
export type UpdateStoreInput = {
  /** UUIDv7 */
  id: string
  name?: string
  address?: string
  addressDetail?: string | null
  latitude?: number
  longitude?: number
  phone?: string
  businessHours?: BusinessHours[]
  closedDates?: string[]
  imageIds?: string[]
  visible?: boolean
}

/** Input of `deleteStore`. */
export type DeleteStoreInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `listPublicStores`. */
export type ListPublicStoresInput = {
  /** From 0 */
  page?: number
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'name,asc' | 'name,desc')[]
  /** `lat,lng`: sorts by distance and adds `distanceMeters` */
  near?: string
}

/** Input of `getPublicStore`. */
export type GetPublicStoreInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `createTerms`. */
export type CreateTermsInput = {
  type: 'TERMS_OF_USE' | 'PRIVACY_POLICY' | 'LOCATION_BASED_SERVICE' | 'MARKETING'
  title: string
  /** Markdown; what is not allowed in it shows as text */
  content: string
  required: boolean
  /** ISO 8601 UTC with milliseconds */
  effectiveAt: string
}

/** Input of `listTerms`. */
export type ListTermsInput = {
  /** From 0 */
  page?: number
  size?: number
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

/** Input of `getTerms`. */
export type GetTermsInput = {
  /** UUIDv7 */
  termsId: string
}

/** Input of `updateTerms`. */
export type UpdateTermsInput = {
  /** UUIDv7 */
  termsId: string
  type?: 'TERMS_OF_USE' | 'PRIVACY_POLICY' | 'LOCATION_BASED_SERVICE' | 'MARKETING'
  title?: string
  /** Markdown; what is not allowed in it shows as text */
  content?: string
  required?: boolean
  /** ISO 8601 UTC with milliseconds */
  effectiveAt?: string
}

/** Input of `deleteTerms`. */
export type DeleteTermsInput = {
  /** UUIDv7 */
  termsId: string
}

/** Input of `compareTerms`. */
export type CompareTermsInput = {
  /** UUIDv7 */
  termsId: string
  /** UUIDv7 */
  with: string
}

/** Result of `compareTerms`. */
export type CompareTermsResult = {
  changes: TermsChange[]
}

/** Input of `listTermsInForce`. */
export type ListTermsInForceInput = {
  termsType: 'TERMS_OF_USE' | 'PRIVACY_POLICY' | 'LOCATION_BASED_SERVICE' | 'MARKETING'
}

/** Input of `uploadImage`. */
export type UploadImageInput = {
  image: Blob
}

/** Input of `uploadRecognitionImage`. */
export type UploadRecognitionImageInput = {
  image: Blob
}

/** Result of `uploadRecognitionImage`. */
export type UploadRecognitionImageResult = {
  /** UUIDv7 */
  id: string
}

/** Input of `getImage`. */
export type GetImageInput = {
  /** UUIDv7 */
  imageId: string
  /** A smaller one of this width */
  width?: 320 | 640 | 1280
}

export type CatalogInputs = {
  listAppSettings: ListAppSettingsInput
  putAppSetting: PutAppSettingInput
  getAppSetting: GetAppSettingInput
  deleteAppSetting: DeleteAppSettingInput
  createBanner: CreateBannerInput
  listBanners: ListBannersInput
  updateBanners: UpdateBannersInput
  getBanner: GetBannerInput
  deleteBanner: DeleteBannerInput
  listPublicBanners: ListPublicBannersInput
  createNotice: CreateNoticeInput
  listNotices: ListNoticesInput
  getNotice: GetNoticeInput
  updateNotice: UpdateNoticeInput
  deleteNotice: DeleteNoticeInput
  listPublishedNotices: ListPublishedNoticesInput
  getPublishedNotice: GetPublishedNoticeInput
  createProduct: CreateProductInput
  listProducts: ListProductsInput
  arrangeProducts: ArrangeProductsInput
  getProduct: GetProductInput
  updateProduct: UpdateProductInput
  deleteProduct: DeleteProductInput
  listPublicProducts: ListPublicProductsInput
  getPublicProduct: GetPublicProductInput
  createStore: CreateStoreInput
  listStores: ListStoresInput
  getStore: GetStoreInput
  updateStore: UpdateStoreInput
  deleteStore: DeleteStoreInput
  listPublicStores: ListPublicStoresInput
  getPublicStore: GetPublicStoreInput
  createTerms: CreateTermsInput
  listTerms: ListTermsInput
  getTerms: GetTermsInput
  updateTerms: UpdateTermsInput
  deleteTerms: DeleteTermsInput
  compareTerms: CompareTermsInput
  listTermsInForce: ListTermsInForceInput
  uploadImage: UploadImageInput
  uploadRecognitionImage: UploadRecognitionImageInput
  getImage: GetImageInput
}

export type CatalogResults = {
  listAppSettings: AppSetting[]
  putAppSetting: AppSetting
  getAppSetting: AppSetting
  deleteAppSetting: null
  createBanner: Banner
  listBanners: Banner[]
  updateBanners: Banner[]
  getBanner: Banner
  deleteBanner: null
  listPublicBanners: Banner[]
  createNotice: Notice
  listNotices: Page<NoticeSummary>
  getNotice: Notice
  updateNotice: Notice
  deleteNotice: null
  listPublishedNotices: Page<NoticeSummary>
  getPublishedNotice: Notice
  createProduct: Product
  listProducts: Product[]
  arrangeProducts: Product[]
  getProduct: Product
  updateProduct: Product
  deleteProduct: null
  listPublicProducts: Product[]
  getPublicProduct: Product
  createStore: Store
  listStores: Page<Store>
  getStore: Store
  updateStore: Store
  deleteStore: null
  listPublicStores: Page<Store>
  getPublicStore: Store
  createTerms: Terms
  listTerms: Page<TermsSummary>
  getTerms: Terms
  updateTerms: Terms
  deleteTerms: null
  compareTerms: CompareTermsResult
  listTermsInForce: Terms[]
  uploadImage: Image
  uploadRecognitionImage: UploadRecognitionImageResult
  getImage: Blob
}

export interface CatalogClient {
  /**
   * All settings; known ones always answer. `GET /admin/api/appSettings`
   *
   * Every setting by its key, those of the product with their default where nobody has set them. All
   * together are at most 512 KiB, so that there are no pages.
   */
  listAppSettings(input?: ListAppSettingsInput, options?: CallOptions): Promise<AppSetting[]>
  /**
   * Set one; it takes effect without a restart. `PUT /admin/api/appSettings`
   *
   * Creates or replaces one, however often it is sent; without `description` the one that stands stays.
   * Keys of the product have a type, and every service follows them within moments. It stands in the audit log.
   *
   * - `VALIDATION_FAILED`: `value` is not of the type of its key, is more than 16 KiB as JSON, or all settings would be more than 512 KiB.
   */
  putAppSetting(input: PutAppSettingInput, options?: CallOptions): Promise<AppSetting>
  /**
   * One setting. `GET /admin/api/appSettings/{key}`
   *
   * A key of the product answers its default, with `updatedAt` null, until somebody sets it. The `ETag`
   * is the version that `DELETE` takes in `If-Match`.
   *
   * - `APP_SETTING_NOT_FOUND`: The key is not the product's, and nobody has set it.
   */
  getAppSetting(input: GetAppSettingInput, options?: CallOptions): Promise<AppSetting>
  /**
   * Remove one; a known key gets its default back. `DELETE /admin/api/appSettings/{key}`
   *
   * A key of the product answers its default again, and services follow that within moments; any other is
   * gone. It stands in the audit log. A key of the product that nobody has set is left as it is.
   *
   * - `APP_SETTING_NOT_FOUND`: The key is not the product's, and nobody has set it.
   */
  deleteAppSetting(input: DeleteAppSettingInput, options?: CallOptions): Promise<null>
  /**
   * Add a banner. `POST /admin/api/banners`
   *
   * It is visible and stands behind the last one unless the body says otherwise; members see it from
   * `startsAt` to `endsAt`, without which there is no such end. Its picture can be read without a token while the
   * banner is shown. It stands in the audit log.
   *
   * - `IMAGE_NOT_FOUND`: `imageId` is of no picture that is still kept.
   * - `VALIDATION_FAILED`: `endsAt` is not after `startsAt`, `linkUrl` is no plain https address, or all banners would be more than 768 KiB as JSON.
   */
  createBanner(input: CreateBannerInput, options?: CallOptions): Promise<Banner>
  /**
   * All banners by displayOrder, hidden ones too; the tag is of all of them. `GET /admin/api/banners`
   *
   * Every banner, without pages. The `ETag` is the revision of all of them, and grows with any change:
   * `PATCH` takes it in `If-Match`.
   */
  listBanners(input?: ListBannersInput, options?: CallOptions): Promise<Banner[]>
  /**
   * Change any fields of several banners, all or nothing; If-Match takes the tag of the list or of any banner. `PATCH /admin/api/banners`
   *
   * Each banner is named once, and what is not named of it stays; null empties a field that can be empty.
   * Answers the named ones in the order of the request. With `If-Match` it is refused where one of the named banners
   * has changed since that revision, and not where others have. Each change stands in the audit log.
   *
   * - `BANNER_NOT_FOUND`: One of the ids is of no banner; `details` name its place.
   * - `IMAGE_NOT_FOUND`: One of the pictures is not kept; `details` name its place.
   * - `VALIDATION_FAILED`: A banner is named twice or would end before it begins, a link is no plain https address, or all banners would be more than 768 KiB as JSON.
   */
  updateBanners(input: UpdateBannersInput, options?: CallOptions): Promise<Banner[]>
  /**
   * One banner. `GET /admin/api/banners/{bannerId}`
   *
   * Hidden ones answer, too. The `ETag` is the revision in which it last changed, which `PATCH` and
   * `DELETE` take in `If-Match`.
   *
   * - `BANNER_NOT_FOUND`: No banner has this id.
   */
  getBanner(input: GetBannerInput, options?: CallOptions): Promise<Banner>
  /**
   * Remove a banner. `DELETE /admin/api/banners/{bannerId}`
   *
   * Members see it no more; its picture goes after a day where nothing else shows it. It stands in the
   * audit log.
   *
   * - `BANNER_NOT_FOUND`: No banner has this id.
   */
  deleteBanner(input: DeleteBannerInput, options?: CallOptions): Promise<null>
  /**
   * Visible banners in their period, by displayOrder. `GET /api/banners`
   *
   * Every banner that is visible now, without pages; a change is seen within a second.
   */
  listPublicBanners(input?: ListPublicBannersInput, options?: CallOptions): Promise<Banner[]>
  /**
   * Write a notice: without publishedAt published now, with null a draft, in the future shown from then on. `POST /admin/api/notices`
   *
   * The Markdown of `content` is edited on the way in, so that readers may show it as it is: HTML becomes
   * text, links lead to https, mail and telephone only, pictures are those of `POST /api/images`. It stands in the
   * audit log.
   *
   * - `IMAGE_NOT_FOUND`: `content` shows a picture that is not kept.
   * - `VALIDATION_FAILED`: `content` shows nothing, nests too deep, or is too long once what is not allowed in it is edited.
   */
  createNotice(input: CreateNoticeInput, options?: CallOptions): Promise<Notice>
  /**
   * List notices, pinned first, drafts too. `GET /admin/api/notices`
   *
   * A page without the texts, pinned ones first, and among them the newest first unless `sort` says
   * otherwise.
   */
  listNotices(input?: ListNoticesInput, options?: CallOptions): Promise<Page<NoticeSummary>>
  /**
   * One notice. `GET /admin/api/notices/{noticeId}`
   *
   * Drafts and scheduled ones answer, too. The `ETag` is the version that `PATCH` and `DELETE` take in
   * `If-Match`.
   *
   * - `NOTICE_NOT_FOUND`: No notice has this id.
   */
  getNotice(input: GetNoticeInput, options?: CallOptions): Promise<Notice>
  /**
   * Change any of its fields. `PATCH /admin/api/notices/{noticeId}`
   *
   * Changes what is named and leaves the rest; `publishedAt` null makes it a draft again, which members
   * see no more. `content` is edited as on creation. It stands in the audit log; where nothing is different nothing
   * happens.
   *
   * - `NOTICE_NOT_FOUND`: No notice has this id.
   * - `IMAGE_NOT_FOUND`: `content` shows a picture that is not kept.
   * - `VALIDATION_FAILED`: `content` shows nothing, nests too deep, or is too long once what is not allowed in it is edited.
   */
  updateNotice(input: UpdateNoticeInput, options?: CallOptions): Promise<Notice>
  /**
   * Remove a notice. `DELETE /admin/api/notices/{noticeId}`
   *
   * Members see it no more; pictures that nothing else shows go after a day. It stands in the audit log.
   *
   * - `NOTICE_NOT_FOUND`: No notice has this id.
   */
  deleteNotice(input: DeleteNoticeInput, options?: CallOptions): Promise<null>
  /**
   * Published notices, pinned first. `GET /api/notices`
   *
   * A page without the texts, pinned ones first, and among them the last published first unless `sort`
   * says otherwise. Drafts and scheduled ones are not there. With the setting `notices.public` no token is asked for,
   * and one that is sent is not looked at.
   */
  listPublishedNotices(input?: ListPublishedNoticesInput, options?: CallOptions): Promise<Page<NoticeSummary>>
  /**
   * One published notice. `GET /api/notices/{noticeId}`
   *
   * `content` is Markdown that may be shown as it is. With the setting `notices.public` no token is asked
   * for, and one that is sent is not looked at.
   *
   * - `NOTICE_NOT_FOUND`: No notice has this id, or it is a draft or not published yet.
   */
  getPublishedNotice(input: GetPublishedNoticeInput, options?: CallOptions): Promise<Notice>
  /**
   * Add a product. `POST /admin/api/products`
   *
   * It is on sale, in all stores and behind the last one unless the body says otherwise; a subscription
   * is paid each month, and what is bought once can be used once. Members can order it at once. It stands in the audit
   * log.
   *
   * - `STORE_NOT_FOUND`: One of `storeIds` is of no store, or of one that was closed for good; `details` name its place.
   * - `IMAGE_NOT_FOUND`: `imageId` is of no picture that is still kept.
   * - `VALIDATION_FAILED`: `billingMonths` is given for a one-time product, a store is named twice, or all products would be more than 768 KiB as JSON.
   */
  createProduct(input: CreateProductInput, options?: CallOptions): Promise<Product>
  /**
   * All products by displayOrder, also those not on sale; the tag is of all of them, of whatever type. `GET /admin/api/products`
   *
   * Every product, or those of `productType`, without pages. The `ETag` is the revision of all products,
   * and grows with any change: `PATCH` takes it in `If-Match`.
   */
  listProducts(input?: ListProductsInput, options?: CallOptions): Promise<Product[]>
  /**
   * Give several products other places, all or nothing; answers the whole list, and If-Match takes the tag of the list or of any product. `PATCH /admin/api/products`
   *
   * Each product is named once; others keep their places. With `If-Match` it is refused where one of the
   * named products has changed since that revision, and not where others have. Each change stands in the audit log.
   *
   * - `PRODUCT_NOT_FOUND`: One of the ids is of no product; `details` name its place.
   * - `VALIDATION_FAILED`: A product is named twice.
   */
  arrangeProducts(input: ArrangeProductsInput, options?: CallOptions): Promise<Product[]>
  /**
   * One product. `GET /admin/api/products/{id}`
   *
   * Those that are not on sale answer, too. The `ETag` is the revision in which it last changed, which
   * `PATCH` and `DELETE` take in `If-Match`.
   *
   * - `PRODUCT_NOT_FOUND`: No product has this id, or it was removed.
   */
  getProduct(input: GetProductInput, options?: CallOptions): Promise<Product>
  /**
   * Change any of its fields; what was bought before stays as it was. `PATCH /admin/api/products/{id}`
   *
   * Changes what is named and leaves the rest; null empties a field that can be empty. Orders and what
   * members have keep name, price and uses as they were sold. With another `type` it is paid each month, or not again,
   * unless the body says otherwise. It stands in the audit log; where nothing is different nothing happens.
   *
   * - `PRODUCT_NOT_FOUND`: No product has this id, or it was removed.
   * - `STORE_NOT_FOUND`: One of `storeIds` is of no store, or of one that was closed for good; `details` name its place.
   * - `IMAGE_NOT_FOUND`: `imageId` is of no picture that is still kept.
   * - `VALIDATION_FAILED`: `billingMonths` is given for a one-time product, a store is named twice, or all products would be more than 768 KiB as JSON.
   */
  updateProduct(input: UpdateProductInput, options?: CallOptions): Promise<Product>
  /**
   * Remove a product; what was bought of it stays. `DELETE /admin/api/products/{id}`
   *
   * Members see and order it no more; what was bought goes on, and subscriptions renew. It stands in the
   * audit log.
   *
   * - `PRODUCT_NOT_FOUND`: No product has this id, or it was removed.
   */
  deleteProduct(input: DeleteProductInput, options?: CallOptions): Promise<null>
  /**
   * Products on sale, by displayOrder. `GET /api/products`
   *
   * Every product on sale, or those of `productType`, without pages; a change is seen within a second.
   */
  listPublicProducts(input?: ListPublicProductsInput, options?: CallOptions): Promise<Product[]>
  /**
   * One product on sale. `GET /api/products/{id}`
   *
   * The price is that of now: `POST /api/orders` sets the amount by itself.
   *
   * - `PRODUCT_NOT_FOUND`: No product has this id, it was removed, or it is not on sale.
   */
  getPublicProduct(input: GetPublicProductInput, options?: CallOptions): Promise<Product>
  /**
   * Open a store. `POST /admin/api/stores`
   *
   * It is visible to members at once unless `visible` is false. Hours that close before they open last
   * past midnight; 00:00 to 24:00 is all day. Recognizers and wall screens are added to it afterwards. It stands in
   * the audit log.
   *
   * - `IMAGE_NOT_FOUND`: One of `imageIds` is of no picture that is still kept; `details` name its place.
   * - `VALIDATION_FAILED`: `name` or `address` is empty, or hours open and close at the same time.
   */
  createStore(input: CreateStoreInput, options?: CallOptions): Promise<Store>
  /**
   * List stores, hidden ones too. `GET /admin/api/stores`
   *
   * A page of stores, the newest first unless `sort` says otherwise; those closed for good are not there.
   */
  listStores(input?: ListStoresInput, options?: CallOptions): Promise<Page<Store>>
  /**
   * One store. `GET /admin/api/stores/{id}`
   *
   * Hidden ones answer, too. The `ETag` is the version that `PATCH` and `DELETE` take in `If-Match`;
   * whether the store is open now is no part of it.
   *
   * - `STORE_NOT_FOUND`: No store has this id, or it was closed for good.
   */
  getStore(input: GetStoreInput, options?: CallOptions): Promise<Store>
  /**
   * Change any of its fields. `PATCH /admin/api/stores/{id}`
   *
   * Changes what is named and leaves the rest; a list replaces the whole list. A new name stands in lists
   * and on live screens from then on. It stands in the audit log; where nothing is different nothing happens.
   *
   * - `STORE_NOT_FOUND`: No store has this id, or it was closed for good.
   * - `IMAGE_NOT_FOUND`: One of `imageIds` is of no picture that is still kept; `details` name its place.
   * - `VALIDATION_FAILED`: `name` or `address` is empty, or hours open and close at the same time.
   */
  updateStore(input: UpdateStoreInput, options?: CallOptions): Promise<Store>
  /**
   * Close a store for good; its history stays. `DELETE /admin/api/stores/{id}`
   *
   * It is shown nowhere any more and takes no new devices, screens or products; visits and uses keep its
   * name. It cannot be opened again. It stands in the audit log.
   *
   * - `STORE_NOT_FOUND`: No store has this id, or it was closed for good.
   * - `IN_USE`: A product names the store: change or remove that one first.
   */
  deleteStore(input: DeleteStoreInput, options?: CallOptions): Promise<null>
  /**
   * Stores that members see. `GET /api/stores`
   *
   * A page of visible stores, the newest first unless `sort` says otherwise. With `near` the closest come
   * first, whatever `sort` says, each with its distance in metres as the crow flies.
   *
   * - `VALIDATION_FAILED`: `near` lies on no globe.
   */
  listPublicStores(input?: ListPublicStoresInput, options?: CallOptions): Promise<Page<Store>>
  /**
   * One store that members see. `GET /api/stores/{id}`
   *
   * `open` is true where it is open now, by its hours and closed dates in Asia/Seoul.
   *
   * - `STORE_NOT_FOUND`: No store has this id, it is hidden, or it was closed for good.
   */
  getPublicStore(input: GetPublicStoreInput, options?: CallOptions): Promise<Store>
  /**
   * Write the next version of a type of terms. `POST /admin/api/terms`
   *
   * The number of the version is the next one of its type, and is never given twice. It comes into force
   * at `effectiveAt` by itself, at once where that has passed, and can then neither be changed nor removed. `content`
   * is Markdown, edited on the way in as that of notices. It stands in the audit log.
   *
   * - `IMAGE_NOT_FOUND`: `content` shows a picture that is not kept.
   * - `VALIDATION_FAILED`: `content` shows nothing, nests too deep, or is too long once what is not allowed in it is edited.
   */
  createTerms(input: CreateTermsInput, options?: CallOptions): Promise<Terms>
  /**
   * List all versions of all terms, without their texts. `GET /admin/api/terms`
   *
   * A page of all versions of all types without their texts, the newest first unless `sort` says
   * otherwise.
   */
  listTerms(input?: ListTermsInput, options?: CallOptions): Promise<Page<TermsSummary>>
  /**
   * One version of terms. `GET /admin/api/terms/{termsId}`
   *
   * One version with its text. The `ETag` is the version of the entry, which `PATCH` and `DELETE` take in
   * `If-Match`; the field `version` counts among the terms of its type.
   *
   * - `TERMS_NOT_FOUND`: No terms have this id, or they were removed.
   */
  getTerms(input: GetTermsInput, options?: CallOptions): Promise<Terms>
  /**
   * Change terms that are not in force yet. `PATCH /admin/api/terms/{termsId}`
   *
   * Changes what is named and leaves the rest; `type` stays as it is. An `effectiveAt` that has passed
   * puts them in force at once. It stands in the audit log; where nothing is different nothing happens.
   *
   * - `TERMS_NOT_FOUND`: No terms have this id, or they were removed.
   * - `TERMS_IN_FORCE`: `effectiveAt` has passed, so that somebody may have agreed to them: write the next version instead.
   * - `IMAGE_NOT_FOUND`: `content` shows a picture that is not kept.
   * - `VALIDATION_FAILED`: `type` is another one, or `content` shows nothing, nests too deep, or is too long once what is not allowed in it is edited.
   */
  updateTerms(input: UpdateTermsInput, options?: CallOptions): Promise<Terms>
  /**
   * Remove terms that are not in force yet. `DELETE /admin/api/terms/{termsId}`
   *
   * Nobody can have agreed to them. Their number is not given again. It stands in the audit log.
   *
   * - `TERMS_NOT_FOUND`: No terms have this id, or they were removed.
   * - `TERMS_IN_FORCE`: `effectiveAt` has passed, so that somebody may have agreed to them.
   */
  deleteTerms(input: DeleteTermsInput, options?: CallOptions): Promise<null>
  /**
   * What changed from another version of the same type to this one, line by line. `GET /admin/api/terms/{termsId}/compare`
   *
   * Neighbouring lines of one kind are one change. Texts that differ in a thousand lines and more are all
   * removed and all added.
   *
   * - `TERMS_NOT_FOUND`: One of the two ids is of no terms, or of removed ones.
   * - `VALIDATION_FAILED`: `with` is a version of another type.
   */
  compareTerms(input: CompareTermsInput, options?: CallOptions): Promise<CompareTermsResult>
  /**
   * The version of a type of terms that is in force: one, or none. `GET /api/terms`
   *
   * The one that came into force last. `content` is Markdown that may be shown as it is; `id` is what
   * joining and agreeing name.
   */
  listTermsInForce(input: ListTermsInForceInput, options?: CallOptions): Promise<Terms[]>
  /**
   * Upload a JPEG, PNG or WebP of at most 10 MiB and 40 megapixels; stored re-encoded, without metadata. `POST /api/images`
   *
   * The content decides the type, whatever name and type the sender gives; a WebP, JPEG or PNG stays what
   * it is, turned upright. A picture is seen by its sender and administrators until something shows it, and goes after
   * 24 hours in which nothing does. A member keeps at most 50 of them and 200 MiB.
   *
   * - `IMAGE_INVALID`: The file is empty, broken, or not what its first bytes say.
   * - `IMAGE_LIMIT`: The member has 50 pictures, or 200 MiB of them.
   * - `PAYLOAD_TOO_LARGE`: The file is larger than 10 MiB, or the picture than 40 megapixels, 65,535 pixels a side, or 30 MiB once it is made anew.
   * - `UNSUPPORTED_MEDIA_TYPE`: The file is no JPEG, PNG or WebP.
   * - `VALIDATION_FAILED`: There is no file `image`, more than one, or another part.
   * - `UNAVAILABLE`: Too many pictures wait, or the store of pictures is full or away.
   */
  uploadImage(input: UploadImageInput, options?: CallOptions): Promise<Image>
  /**
   * The picture of a read, from its device; kept for 13 months, less where the oldest must make room. `POST /api/recognition/images`
   *
   * The id goes into `imageId` of the read that it belongs to. It is taken in as pictures of members are,
   * seen by administrators alone, and needs no read to be kept.
   *
   * - `IMAGE_INVALID`: The file is empty, broken, or not what its first bytes say.
   * - `PAYLOAD_TOO_LARGE`: The file is larger than 10 MiB, or the picture than 40 megapixels, 65,535 pixels a side, or 30 MiB once it is made anew.
   * - `UNSUPPORTED_MEDIA_TYPE`: The file is no JPEG, PNG or WebP.
   * - `VALIDATION_FAILED`: There is no file `image`, more than one, or another part.
   * - `RATE_LIMITED`: The recognizer has sent too much, and is kept out for a while.
   * - `UNAVAILABLE`: Too many pictures wait, or the store of pictures is full or away.
   */
  uploadRecognitionImage(
    input: UploadRecognitionImageInput,
    options?: CallOptions,
  ): Promise<UploadRecognitionImageResult>
  /**
   * An image; what the public catalog shows needs no token. `GET /api/images/{imageId}`
   *
   * Everybody reads what a visible banner, a product on sale, a visible store or terms in force show;
   * members also what published notices show; anything else is read by its sender and administrators. One that is not
   * wider than `width` is given as it is. What everybody sees may be kept for a minute, the rest is to be asked for
   * each time.
   *
   * - `UNAUTHENTICATED`: No token was sent, and the picture needs one, or there is none of this id; or the token is not good.
   * - `TOKEN_EXPIRED`: The picture needs a token, and the one that was sent is over.
   * - `IMAGE_NOT_FOUND`: There is no such picture, or it is not for the caller to see.
   */
  getImage(input: GetImageInput, options?: CallOptions): Promise<Blob>
}
