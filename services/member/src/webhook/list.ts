import type { contract, Input, PageOf, WebhookEndpoint } from '@kingcar/contract'
import { page } from '@kingcar/db'
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
    async ({ orderBy, limit, offset }) => {
      const rows = await db.read
        .select(columns)
        .from(webhookEndpoints)
        .orderBy(...orderBy)
        .limit(limit)
        .offset(offset)
      return rows.map(toEndpoint)
    },
    () => db.read.$count(webhookEndpoints),
  )
