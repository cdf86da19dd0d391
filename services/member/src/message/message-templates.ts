import type { Caller } from '@kingcar/bus'
import {
  contract,
  type Input,
  type MessageChannel,
  type MessageKind,
  type MessageTemplate,
  type MessageTemplates,
  messageChannels,
  messageKinds,
} from '@kingcar/contract'
import { auditEntry, difference } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import { storeAuditEntry } from '../audit-log/store-entry.ts'
import type { Ctx } from '../context.ts'
import { smsBytes } from '../sms/sms.ts'
import { messageKindRows } from '../tables.ts'
import { render } from './render.ts'
import { availableChannels, chosenChannels } from './switches.ts'
import { type Template, templates } from './templates.ts'

const op = contract.member.updateMessageTemplate

/** All kinds of messages with previews. */
export async function listMessageTemplates(ctx: Pick<Ctx, 'db' | 'channels' | 'appUrl'>): Promise<MessageTemplates> {
  const chosen = await chosenChannels(ctx.db.read)
  return {
    templates: messageKinds.map((kind) => describe(ctx, kind, chosen[kind])),
    available: availableChannels(ctx),
  }
}

/** Switches a channel of a kind. The same switch again is a no-op. */
export async function updateMessageTemplate(
  ctx: Pick<Ctx, 'db' | 'appUrl'>,
  { kind, channel: switched, on }: Input<typeof op>,
  caller: Caller,
): Promise<MessageTemplate> {
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('member message kinds'))`)
    const before = await chosenChannels(tx)
    const channels = messageChannels.filter((each) => (each === switched ? on : before[kind].includes(each)))
    const changed = difference({ channels: [...before[kind]] }, { channels })
    if (!changed) return describe(ctx, kind, channels)
    await tx
      .insert(messageKindRows)
      .values({ kind, channels })
      .onConflictDoUpdate({ target: messageKindRows.kind, set: { channels } })
    storeAuditEntry(tx, auditEntry(caller, { action: op.name, entity: 'messageTemplate', entityId: kind, ...changed }))
    return describe(ctx, kind, channels)
  })
}

function describe(
  { appUrl }: Pick<Ctx, 'appUrl'>,
  kind: MessageKind,
  channels: readonly MessageChannel[],
): MessageTemplate {
  const template = templates[kind] as Template<object>
  const sample: object = { ...template.sample }
  const now = 'usedAt' in sample ? new Date(String(sample.usedAt)) : new Date()
  const { subject: title, text: preview } = render(template, sample, 'talk', { now, appUrl })
  const { advertising, text } = template
  return { kind, channels: [...channels], advertising, title, template: text, preview, bytes: smsBytes(preview) }
}
