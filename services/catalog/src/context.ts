import type { BusRpc, ObjectStore } from '@kingcar/bus'
import type { Database } from '@kingcar/db'
import type { Logger } from '@kingcar/runtime'
import type { AddressRegister } from './address/register.ts'
import type { SearchLimit } from './address/search-limit.ts'
import type { SettingQueries } from './app-setting/queries.ts'
import type { BannerQueries } from './banner/queries.ts'
import type { ImageEncoder } from './image/encode.ts'
import type { ImageQueries } from './image/queries.ts'
import type { NoticeQueries } from './notice/queries.ts'
import type { ProductQueries } from './product/queries.ts'
import type { StoreQueries } from './store/queries.ts'
import type { TermsQueries } from './terms/queries.ts'

/** What handlers and consumers can use. Each function takes a `Pick` of it. */
export type Ctx = {
  readonly db: Database
  readonly bus: Pick<BusRpc, 'call'>
  readonly now: () => Date
  readonly idempotencySecret: string
  readonly settings: SettingQueries
  readonly banners: BannerQueries
  readonly products: ProductQueries
  readonly notices: NoticeQueries
  readonly stores: StoreQueries
  readonly terms: TermsQueries
  readonly images: ImageQueries
  /** The object store with the bytes of the images. */
  readonly objects: ObjectStore
  readonly imageEncoder: ImageEncoder
  /** Undefined without a key of a provider. */
  readonly addresses: AddressRegister | undefined
  readonly countSearch: SearchLimit
  readonly log: Logger
}
