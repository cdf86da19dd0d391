// Written by `npm run generate` from the contract; a test holds it to that.
import type { CallOptions } from '../transport.ts'
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

/** What `listAppSettings` takes. */
export type ListAppSettingsInput = Record<never, never>

/** What `putAppSetting` takes. */
export type PutAppSettingInput = {
  key: string
  /** Any JSON up to 16 KiB; known keys have a type */
  value: unknown
  description?: string | null
}

/** What `getAppSetting` takes. */
export type GetAppSettingInput = {
  key: string
}

/** What `deleteAppSetting` takes. */
export type DeleteAppSettingInput = {
  key: string
}

/** What `createBanner` takes. */
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

/** What `listBanners` takes. */
export type ListBannersInput = Record<never, never>

/** What `updateBanners` takes. */
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

/** What `getBanner` takes. */
export type GetBannerInput = {
  /** UUIDv7 */
  bannerId: string
}

/** What `deleteBanner` takes. */
export type DeleteBannerInput = {
  /** UUIDv7 */
  bannerId: string
}

/** What `listPublicBanners` takes. */
export type ListPublicBannersInput = Record<never, never>

/** What `createNotice` takes. */
export type CreateNoticeInput = {
  title: string
  /** Markdown; what is not allowed in it shows as text */
  content: string
  pinned?: boolean
  publishedAt?: string | null
}

/** What `listNotices` takes. */
export type ListNoticesInput = {
  /** From 0 */
  page?: number
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'publishedAt,asc' | 'publishedAt,desc' | 'title,asc' | 'title,desc')[]
}

/** What `getNotice` takes. */
export type GetNoticeInput = {
  /** UUIDv7 */
  noticeId: string
}

/** What `updateNotice` takes. */
export type UpdateNoticeInput = {
  /** UUIDv7 */
  noticeId: string
  title?: string
  /** Markdown; what is not allowed in it shows as text */
  content?: string
  pinned?: boolean
  publishedAt?: string | null
}

/** What `deleteNotice` takes. */
export type DeleteNoticeInput = {
  /** UUIDv7 */
  noticeId: string
}

/** What `listPublishedNotices` takes. */
export type ListPublishedNoticesInput = {
  /** From 0 */
  page?: number
  size?: number
  sort?: ('publishedAt,asc' | 'publishedAt,desc' | 'title,asc' | 'title,desc')[]
}

/** What `getPublishedNotice` takes. */
export type GetPublishedNoticeInput = {
  /** UUIDv7 */
  noticeId: string
}

/** What `createProduct` takes. */
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

/** What `listProducts` takes. */
export type ListProductsInput = {
  productType?: 'subscribe' | 'onetime'
}

/** What `arrangeProducts` takes. */
export type ArrangeProductsInput = {
  products: {
    /** UUIDv7 */
    id: string
    displayOrder: number
  }[]
}

/** What `getProduct` takes. */
export type GetProductInput = {
  /** UUIDv7 */
  id: string
}

/** What `updateProduct` takes. */
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

/** What `deleteProduct` takes. */
export type DeleteProductInput = {
  /** UUIDv7 */
  id: string
}

/** What `listPublicProducts` takes. */
export type ListPublicProductsInput = {
  productType?: 'subscribe' | 'onetime'
}

/** What `getPublicProduct` takes. */
export type GetPublicProductInput = {
  /** UUIDv7 */
  id: string
}

/** What `createStore` takes. */
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

/** What `listStores` takes. */
export type ListStoresInput = {
  /** From 0 */
  page?: number
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'name,asc' | 'name,desc')[]
}

/** What `getStore` takes. */
export type GetStoreInput = {
  /** UUIDv7 */
  id: string
}

/** What `updateStore` takes. */
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

/** What `deleteStore` takes. */
export type DeleteStoreInput = {
  /** UUIDv7 */
  id: string
}

/** What `listPublicStores` takes. */
export type ListPublicStoresInput = {
  /** From 0 */
  page?: number
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'name,asc' | 'name,desc')[]
  /** `lat,lng`: sorts by distance and adds `distanceMeters` */
  near?: string
}

/** What `getPublicStore` takes. */
export type GetPublicStoreInput = {
  /** UUIDv7 */
  id: string
}

/** What `createTerms` takes. */
export type CreateTermsInput = {
  type: 'TERMS_OF_USE' | 'PRIVACY_POLICY' | 'LOCATION_BASED_SERVICE' | 'MARKETING'
  title: string
  /** Markdown; what is not allowed in it shows as text */
  content: string
  required: boolean
  /** ISO 8601 UTC with milliseconds */
  effectiveAt: string
}

/** What `listTerms` takes. */
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

/** What `getTerms` takes. */
export type GetTermsInput = {
  /** UUIDv7 */
  termsId: string
}

/** What `updateTerms` takes. */
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

/** What `deleteTerms` takes. */
export type DeleteTermsInput = {
  /** UUIDv7 */
  termsId: string
}

/** What `compareTerms` takes. */
export type CompareTermsInput = {
  /** UUIDv7 */
  termsId: string
  /** UUIDv7 */
  with: string
}

/** What `compareTerms` gives. */
export type CompareTermsResult = {
  changes: TermsChange[]
}

/** What `listTermsInForce` takes. */
export type ListTermsInForceInput = {
  termsType: 'TERMS_OF_USE' | 'PRIVACY_POLICY' | 'LOCATION_BASED_SERVICE' | 'MARKETING'
}

/** What `uploadImage` takes. */
export type UploadImageInput = {
  image: Blob
}

/** What `uploadRecognitionImage` takes. */
export type UploadRecognitionImageInput = {
  image: Blob
}

/** What `uploadRecognitionImage` gives. */
export type UploadRecognitionImageResult = {
  /** UUIDv7 */
  id: string
}

/** What `getImage` takes. */
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
   */
  listAppSettings(input?: ListAppSettingsInput, options?: CallOptions): Promise<AppSetting[]>
  /**
   * Set one; it takes effect without a restart. `PUT /admin/api/appSettings`
   */
  putAppSetting(input: PutAppSettingInput, options?: CallOptions): Promise<AppSetting>
  /**
   * One setting. `GET /admin/api/appSettings/{key}`
   *
   * Refuses with `APP_SETTING_NOT_FOUND`.
   */
  getAppSetting(input: GetAppSettingInput, options?: CallOptions): Promise<AppSetting>
  /**
   * Remove one; a known key gets its default back. `DELETE /admin/api/appSettings/{key}`
   *
   * Refuses with `APP_SETTING_NOT_FOUND`.
   */
  deleteAppSetting(input: DeleteAppSettingInput, options?: CallOptions): Promise<null>
  /**
   * Add a banner. `POST /admin/api/banners`
   *
   * Refuses with `IMAGE_NOT_FOUND`.
   */
  createBanner(input: CreateBannerInput, options?: CallOptions): Promise<Banner>
  /**
   * All banners by displayOrder, hidden ones too; the tag is of all of them. `GET /admin/api/banners`
   */
  listBanners(input?: ListBannersInput, options?: CallOptions): Promise<Banner[]>
  /**
   * Change any fields of several banners, all or nothing; If-Match takes the tag of the list or of any banner. `PATCH /admin/api/banners`
   *
   * Refuses with `BANNER_NOT_FOUND`, `IMAGE_NOT_FOUND`.
   */
  updateBanners(input: UpdateBannersInput, options?: CallOptions): Promise<Banner[]>
  /**
   * One banner. `GET /admin/api/banners/{bannerId}`
   *
   * Refuses with `BANNER_NOT_FOUND`.
   */
  getBanner(input: GetBannerInput, options?: CallOptions): Promise<Banner>
  /**
   * Remove a banner. `DELETE /admin/api/banners/{bannerId}`
   *
   * Refuses with `BANNER_NOT_FOUND`.
   */
  deleteBanner(input: DeleteBannerInput, options?: CallOptions): Promise<null>
  /**
   * Visible banners in their period, by displayOrder. `GET /api/banners`
   */
  listPublicBanners(input?: ListPublicBannersInput, options?: CallOptions): Promise<Banner[]>
  /**
   * Write a notice: without publishedAt published now, with null a draft, in the future shown from then on. `POST /admin/api/notices`
   *
   * Refuses with `IMAGE_NOT_FOUND`.
   */
  createNotice(input: CreateNoticeInput, options?: CallOptions): Promise<Notice>
  /**
   * List notices, pinned first, drafts too. `GET /admin/api/notices`
   */
  listNotices(input?: ListNoticesInput, options?: CallOptions): Promise<Page<NoticeSummary>>
  /**
   * One notice. `GET /admin/api/notices/{noticeId}`
   *
   * Refuses with `NOTICE_NOT_FOUND`.
   */
  getNotice(input: GetNoticeInput, options?: CallOptions): Promise<Notice>
  /**
   * Change any of its fields. `PATCH /admin/api/notices/{noticeId}`
   *
   * Refuses with `NOTICE_NOT_FOUND`, `IMAGE_NOT_FOUND`.
   */
  updateNotice(input: UpdateNoticeInput, options?: CallOptions): Promise<Notice>
  /**
   * Remove a notice. `DELETE /admin/api/notices/{noticeId}`
   *
   * Refuses with `NOTICE_NOT_FOUND`.
   */
  deleteNotice(input: DeleteNoticeInput, options?: CallOptions): Promise<null>
  /**
   * Published notices, pinned first. `GET /api/notices`
   */
  listPublishedNotices(input?: ListPublishedNoticesInput, options?: CallOptions): Promise<Page<NoticeSummary>>
  /**
   * One published notice. `GET /api/notices/{noticeId}`
   *
   * Refuses with `NOTICE_NOT_FOUND`.
   */
  getPublishedNotice(input: GetPublishedNoticeInput, options?: CallOptions): Promise<Notice>
  /**
   * Add a product. `POST /admin/api/products`
   *
   * Refuses with `STORE_NOT_FOUND`, `IMAGE_NOT_FOUND`.
   */
  createProduct(input: CreateProductInput, options?: CallOptions): Promise<Product>
  /**
   * All products by displayOrder, also those not on sale; the tag is of all of them, of whatever type. `GET /admin/api/products`
   */
  listProducts(input?: ListProductsInput, options?: CallOptions): Promise<Product[]>
  /**
   * Give several products other places, all or nothing; answers the whole list, and If-Match takes the tag of the list or of any product. `PATCH /admin/api/products`
   *
   * Refuses with `PRODUCT_NOT_FOUND`.
   */
  arrangeProducts(input: ArrangeProductsInput, options?: CallOptions): Promise<Product[]>
  /**
   * One product. `GET /admin/api/products/{id}`
   *
   * Refuses with `PRODUCT_NOT_FOUND`.
   */
  getProduct(input: GetProductInput, options?: CallOptions): Promise<Product>
  /**
   * Change any of its fields; what was bought before stays as it was. `PATCH /admin/api/products/{id}`
   *
   * Refuses with `PRODUCT_NOT_FOUND`, `STORE_NOT_FOUND`, `IMAGE_NOT_FOUND`.
   */
  updateProduct(input: UpdateProductInput, options?: CallOptions): Promise<Product>
  /**
   * Remove a product; what was bought of it stays. `DELETE /admin/api/products/{id}`
   *
   * Refuses with `PRODUCT_NOT_FOUND`.
   */
  deleteProduct(input: DeleteProductInput, options?: CallOptions): Promise<null>
  /**
   * Products on sale, by displayOrder. `GET /api/products`
   */
  listPublicProducts(input?: ListPublicProductsInput, options?: CallOptions): Promise<Product[]>
  /**
   * One product on sale. `GET /api/products/{id}`
   *
   * Refuses with `PRODUCT_NOT_FOUND`.
   */
  getPublicProduct(input: GetPublicProductInput, options?: CallOptions): Promise<Product>
  /**
   * Open a store. `POST /admin/api/stores`
   *
   * Refuses with `IMAGE_NOT_FOUND`.
   */
  createStore(input: CreateStoreInput, options?: CallOptions): Promise<Store>
  /**
   * List stores, hidden ones too. `GET /admin/api/stores`
   */
  listStores(input?: ListStoresInput, options?: CallOptions): Promise<Page<Store>>
  /**
   * One store. `GET /admin/api/stores/{id}`
   *
   * Refuses with `STORE_NOT_FOUND`.
   */
  getStore(input: GetStoreInput, options?: CallOptions): Promise<Store>
  /**
   * Change any of its fields. `PATCH /admin/api/stores/{id}`
   *
   * Refuses with `STORE_NOT_FOUND`, `IMAGE_NOT_FOUND`.
   */
  updateStore(input: UpdateStoreInput, options?: CallOptions): Promise<Store>
  /**
   * Close a store for good; its history stays. `DELETE /admin/api/stores/{id}`
   *
   * Refuses with `STORE_NOT_FOUND`, `IN_USE`.
   */
  deleteStore(input: DeleteStoreInput, options?: CallOptions): Promise<null>
  /**
   * Stores that members see. `GET /api/stores`
   */
  listPublicStores(input?: ListPublicStoresInput, options?: CallOptions): Promise<Page<Store>>
  /**
   * One store that members see. `GET /api/stores/{id}`
   *
   * Refuses with `STORE_NOT_FOUND`.
   */
  getPublicStore(input: GetPublicStoreInput, options?: CallOptions): Promise<Store>
  /**
   * Write the next version of a type of terms. `POST /admin/api/terms`
   *
   * Refuses with `IMAGE_NOT_FOUND`.
   */
  createTerms(input: CreateTermsInput, options?: CallOptions): Promise<Terms>
  /**
   * List all versions of all terms, without their texts. `GET /admin/api/terms`
   */
  listTerms(input?: ListTermsInput, options?: CallOptions): Promise<Page<TermsSummary>>
  /**
   * One version of terms. `GET /admin/api/terms/{termsId}`
   *
   * Refuses with `TERMS_NOT_FOUND`.
   */
  getTerms(input: GetTermsInput, options?: CallOptions): Promise<Terms>
  /**
   * Change terms that are not in force yet. `PATCH /admin/api/terms/{termsId}`
   *
   * Refuses with `TERMS_NOT_FOUND`, `TERMS_IN_FORCE`, `IMAGE_NOT_FOUND`.
   */
  updateTerms(input: UpdateTermsInput, options?: CallOptions): Promise<Terms>
  /**
   * Remove terms that are not in force yet. `DELETE /admin/api/terms/{termsId}`
   *
   * Refuses with `TERMS_NOT_FOUND`, `TERMS_IN_FORCE`, `IN_USE`.
   */
  deleteTerms(input: DeleteTermsInput, options?: CallOptions): Promise<null>
  /**
   * What changed from another version of the same type to this one, line by line. `GET /admin/api/terms/{termsId}/compare`
   *
   * Refuses with `TERMS_NOT_FOUND`.
   */
  compareTerms(input: CompareTermsInput, options?: CallOptions): Promise<CompareTermsResult>
  /**
   * The version of a type of terms that is in force: one, or none. `GET /api/terms`
   */
  listTermsInForce(input: ListTermsInForceInput, options?: CallOptions): Promise<Terms[]>
  /**
   * Upload a JPEG, PNG or WebP of at most 10 MiB and 40 megapixels; stored re-encoded, without metadata. `POST /api/images`
   *
   * Refuses with `IMAGE_INVALID`, `IMAGE_LIMIT`.
   */
  uploadImage(input: UploadImageInput, options?: CallOptions): Promise<Image>
  /**
   * The picture of a read, from its device; kept for 13 months, less where the oldest must make room. `POST /api/recognition/images`
   *
   * Refuses with `IMAGE_INVALID`.
   */
  uploadRecognitionImage(
    input: UploadRecognitionImageInput,
    options?: CallOptions,
  ): Promise<UploadRecognitionImageResult>
  /**
   * An image; what the public catalog shows needs no token. `GET /api/images/{imageId}`
   *
   * Refuses with `UNAUTHENTICATED`, `TOKEN_EXPIRED`, `IMAGE_NOT_FOUND`.
   */
  getImage(input: GetImageInput, options?: CallOptions): Promise<Blob>
}
