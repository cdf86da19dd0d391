import { type Bus, openBus } from '@kingcar/bus'
import { built } from '@kingcar/contract'
import { openDatabase } from '@kingcar/db'
import { type Process, startBackgroundJob } from '@kingcar/runtime'
import { emitKnownSettings, prepareSettings } from './app-setting/table.ts'
import { prepareBanners } from './banner/table.ts'
import type { Config } from './config.ts'
import type { Ctx } from './context.ts'
import { handlers } from './handlers.ts'
import { createPictures } from './image/picture.ts'
import { createRoom } from './image/room.ts'
import { sweepImages } from './image/sweep.ts'
import { prepareImages } from './image/table.ts'
import { createMetrics } from './metrics.ts'
import { prepareNotices } from './notice/table.ts'
import { onAdminChanged } from './on/admin-changed.ts'
import { onCarImageChanged } from './on/car-image-changed.ts'
import { onMemberLeft } from './on/member-left.ts'
import { prepareProducts } from './product/table.ts'
import { prepareStores } from './store/table.ts'
import { prepareTerms } from './terms/table.ts'

/** Milliseconds between two rounds of what bounds the pictures. */
const sweepEvery = 60 * 60_000
/** Milliseconds between two looks at the room for pictures: at 40 MiB/s of uploads they fill half of what is left at 0.8. */
const lookEvery = 5_000

export type Options = Config & {
  /** The clock; tests bring their own. */
  now?: () => Date
}

/** Opens what the service needs, serves its operations and consumes its events, until it is disposed. */
export async function startCatalog(options: Options, { log, health, stop }: Process): Promise<AsyncDisposable> {
  await using opened = new AsyncDisposableStack()
  const bus = opened.use(
    await openBus({
      url: options.NATS_URL,
      user: options.NATS_USER,
      password: options.NATS_PASSWORD,
      name: 'catalog',
      log,
      metrics: health.metrics,
      onClosed: () => stop('the bus has closed'),
    }),
  )
  const publish: Bus['publish'] = (messages) => bus.publish(messages)
  const db = opened.use(
    await openDatabase({
      url: options.DATABASE_URL,
      schema: 'catalog',
      name: 'catalog',
      log,
      publish,
      register: health.metrics,
    }),
  )
  opened.defer(() => bus.drain()) // first of all: what is in flight still has its database, and that its bus
  health.checks.set('database', () => db.check()).set('bus', () => bus.check())

  const now = options.now ?? (() => new Date())
  const ctx: Ctx = {
    db,
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
    pictures: createPictures(),
    log,
  }
  opened.use(
    startBackgroundJob({ name: 'pictures', everyMs: sweepEvery, work: (signal) => sweepImages(ctx, signal) }, log),
  )
  const makeRoom = createRoom({ db, objects: bus.images, metrics: createMetrics(health.metrics), log })
  opened.use(startBackgroundJob({ name: 'room for pictures', everyMs: lookEvery, work: makeRoom }, log))
  await db.transaction(emitKnownSettings)
  await bus.consumeEvents('catalog-events', consumed, (event) => {
    switch (event.name) {
      case 'member.adminChanged':
        return onAdminChanged(ctx, event.payload)
      case 'member.carImageChanged':
        return onCarImageChanged(ctx, event.payload)
      default:
        return onMemberLeft(ctx, event.payload)
    }
  })
  await bus.serve(built('catalog'), ctx, handlers)
  return opened.move()
}

const consumed = ['member.adminChanged', 'member.carImageChanged', 'member.left'] as const
