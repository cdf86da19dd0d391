import type { ObjectStore } from '@kingcar/bus'
import type { Database } from '@kingcar/db'
import type { Logger } from '@kingcar/runtime'
import type { SettingQueries } from './app-setting/table.ts'
import type { BannerQueries } from './banner/table.ts'
import type { Pictures } from './image/picture.ts'
import type { ImageQueries } from './image/table.ts'
import type { NoticeQueries } from './notice/table.ts'
import type { ProductQueries } from './product/table.ts'
import type { StoreQueries } from './store/table.ts'
import type { TermsQueries } from './terms/table.ts'

/** Everything that a handler may reach. */
export type Ctx = {
  readonly db: Database
  readonly now: () => Date
  readonly idempotencySecret: string
  readonly settings: SettingQueries
  readonly banners: BannerQueries
  readonly products: ProductQueries
  readonly notices: NoticeQueries
  readonly stores: StoreQueries
  readonly terms: TermsQueries
  readonly images: ImageQueries
  /** Where the bytes of pictures are. */
  readonly objects: ObjectStore
  readonly pictures: Pictures
  readonly log: Logger
}
