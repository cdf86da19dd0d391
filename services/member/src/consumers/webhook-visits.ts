import type { Delivery, Lanes } from '@kingcar/bus'
import { RecordedVisit } from '@kingcar/contract'
import { uuidv7Time } from '@kingcar/db'
import { compiled } from '@kingcar/runtime'
import type { Ctx } from '../context.ts'
import { listWantedTypes, storeWebhookEvents } from '../webhook/store-events.ts'
import { factsOfVisit, keptDays } from '../webhook/webhook.ts'

const ofVisits = ['visit.created', 'visit.changed', 'read.doubtful'] as const

/**
 * Milliseconds for which messages are gathered while no endpoint has chosen them: a query and an acknowledgement for
 * each message would cost the most.
 */
const unwantedDelayMs = 1_000

/** Consumes VISITS for webhooks. While no endpoint has chosen them, messages are gathered and not even parsed. */
export const webhookVisitLanes = (ctx: Pick<Ctx, 'db' | 'webhooks' | 'log'>): Lanes<Delivery> => {
  let isWanted = true
  return {
    count: 1,
    max: 256,
    prepare: (item) => ({ lane: 0, item, ...(!isWanted && { delayMs: unwantedDelayMs }) }),
    async handle(batch) {
      const wanted = await listWantedTypes(ctx.db.read)
      isWanted = ofVisits.some((type) => wanted.has(type))
      if (isWanted)
        await storeWebhookEvents(
          ctx,
          batch.flatMap((message) => readVisit(ctx, message)).flatMap((visit) => factsOfVisit(visit, isRecent(visit))),
        )
      for (const message of batch) message.ack()
    },
  }
}

/** Whether a visit began less than `keptDays` ago. */
const isRecent = ({ id }: RecordedVisit) => Date.now() - (uuidv7Time(id) ?? 0) < keptDays * 86_400_000

/**
 * Another version of the recognition service may have published another schema: such a message is logged and skipped.
 */
function readVisit({ log }: Pick<Ctx, 'log'>, { data, sequence }: Delivery): RecordedVisit[] {
  try {
    return [compiled(RecordedVisit).Parse(JSON.parse(Buffer.from(data).toString())) as RecordedVisit]
  } catch (err) {
    log.error({ err, sequence }, 'visit message invalid, skipping it')
    return []
  }
}
