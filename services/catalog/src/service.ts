import { served } from '@kingcar/contract'
import { type Process, startBackgroundJob } from '@kingcar/runtime'
import { openConnections } from '@kingcar/service'
import { createJuso } from './address/juso.ts'
import { createSearchLimit } from './address/search-limit.ts'
import { emitKnownSettings, prepareSettings } from './app-setting/queries.ts'
import { prepareBanners } from './banner/queries.ts'
import type { Config } from './config.ts'
import { onAdminChanged } from './consumers/admin-changed.ts'
import { onCarImageChanged } from './consumers/car-image-changed.ts'
import { onMemberLeft } from './consumers/member-left.ts'
import type { Ctx } from './context.ts'
import { handlers } from './handlers.ts'
import { createImageEncoder } from './image/encode.ts'
import { createDeviceImageEviction } from './image/evict-device-images.ts'
import { prepareImages } from './image/queries.ts'
import { sweepImages } from './image/sweep.ts'
import { createMetrics } from './metrics.ts'
import { prepareNotices } from './notice/queries.ts'
import { prepareProducts } from './product/queries.ts'
import { prepareStores } from './store/queries.ts'
import { prepareTerms } from './terms/queries.ts'

/** Milliseconds. */
const sweepEvery = 60 * 60_000
/** Milliseconds. At 40 MiB/s of uploads 5 s fill half of the space that is left at 0.8. */
const evictionEvery = 5_000

export type Options = Config & {
  /** The clock; tests set it. */
  now?: () => Date
}

/** Starts the service: bus, database, jobs, event consumer and operations. Disposing stops it. */
export async function startCatalog(options: Options, process: Process): Promise<AsyncDisposable> {
  const { log, health } = process
  await using opened = new AsyncDisposableStack()
  const { bus, db, jobs } = await openConnections('catalog', options, process, opened)

  const now = options.now ?? (() => new Date())
  const ctx: Ctx = {
    db,
    bus,
    now,
    idempotencySecret: options.IDEMPOTENCY_SECRET,
    settings: prepareSettings(db.read),
    banners: prepareBanners(db.read),
    products: prepareProducts(db.read),
    notices: prepareNotices(db.read),
    stores: prepareStores(db.read),
    terms: prepareTerms(db.read),
    images: prepareImages(db.read, now),
    objects: bus.images,
    imageEncoder: createImageEncoder(),
    addresses: options.JUSO_KEY === undefined ? undefined : createJuso(options, options.JUSO_KEY, log),
    countSearch: createSearchLimit(),
    log,
  }
  jobs.use(
    startBackgroundJob({ name: 'image-sweep', everyMs: sweepEvery, work: (signal) => sweepImages(ctx, signal) }, log),
  )
  const evictImages = createDeviceImageEviction({
    db,
    objects: bus.images,
    metrics: createMetrics(health.metrics),
    log,
  })
  jobs.use(startBackgroundJob({ name: 'image-eviction', everyMs: evictionEvery, work: evictImages }, log))
  await db.transaction(emitKnownSettings)
  await bus.consumeEvents('catalog-events', consumedEvents, (event) => {
    switch (event.name) {
      case 'member.adminChanged':
        return onAdminChanged(ctx, event.payload)
      case 'member.carImageChanged':
        return onCarImageChanged(ctx, event.payload)
      default:
        return onMemberLeft(ctx, event.payload)
    }
  })
  await bus.serve(served.catalog, ctx, handlers)
  return opened.move()
}

const consumedEvents = ['member.adminChanged', 'member.carImageChanged', 'member.left'] as const
