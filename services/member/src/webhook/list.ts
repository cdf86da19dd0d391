import type { contract, Input, PageOf, WebhookEndpoint } from '@kingcar/contract'
import { page, sliced } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { webhookEndpoints } from '../tables.ts'
import { columns, toEndpoint } from './queries.ts'

const sortable = { id: webhookEndpoints.id, createdAt: webhookEndpoints.createdAt, name: webhookEndpoints.name }

/** Lists endpoints for webhooks; by default the newest first. */
export const listWebhookEndpoints = (
  { db }: Pick<Ctx, 'db'>,
  input: Input<typeof contract.member.listWebhookEndpoints>,
): Promise<PageOf<WebhookEndpoint>> =>
  page(
    input,
    sortable,
    'createdAt,desc',
    async (slice) => (await sliced(db.read.select(columns).from(webhookEndpoints), slice)).map(toEndpoint),
    () => db.read.$count(webhookEndpoints),
  )
