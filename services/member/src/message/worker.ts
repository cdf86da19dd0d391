import type { ChannelName } from '@kingcar/contract'
import { fault, type Logger } from '@kingcar/runtime'
import { type Message, RecipientGoneError, RecipientUnavailableError } from '../channel/channel.ts'
import { sendTalk } from '../channel/send-talk.ts'
import type { Ctx } from '../context.ts'
import { type Lanes, startLanes } from '../task/lanes.ts'
import { NonRetryableError } from '../task/task.ts'
import { maySend } from './may-send.ts'
import {
  type ClaimedMessage,
  claimMessages,
  deleteTokens,
  findNextMessage,
  listDueChannels,
  type Outcome,
  storeOutcome,
} from './queries.ts'
import { type Rendered, render } from './render.ts'
import { chosenChannels } from './switches.ts'
import { type MessageData, type Template, templates } from './templates.ts'

/*
 * Sends messages to members. A message is sent at least once, and rarely twice: if the process dies between a send and
 * storing its outcome, the message is sent again when its lease ends. Neither Solapi nor FCM has an idempotency key,
 * but a repeated notification replaces the first one on the device, and a repeated mail has the same Message-ID.
 */

/** Largest number of messages that one process sends by a channel at the same time. */
const mostOfChannel = 8

export type MessageDeps = Pick<
  Ctx,
  'db' | 'now' | 'log' | 'channels' | 'metrics' | 'talkTemplates' | 'messageBudget' | 'appUrl'
>

/** Sends due messages until it is disposed. */
export function startMessageWorker(deps: MessageDeps, log: Logger): Lanes {
  const { db } = deps
  return startLanes(
    {
      ...{ name: 'message-poll', most: mostOfChannel, listDue: () => listDueChannels(db.read) },
      findNext: () => findNextMessage(db.read),
      async claim(channel, running, most) {
        const claimed = await claimMessages(db, channel, running, most, deps.messageBudget)
        if (claimed.usedUp) log.warn({ channel }, 'hourly budget of messages used up, the others wait')
        return claimed.messages
      },
      run: (message) => process(deps, message),
      onFailure: (err, channel) => log.warn({ err, channel }, 'message outcome not stored'),
    },
    db,
    log,
  )
}

async function process(deps: MessageDeps, message: ClaimedMessage): Promise<void> {
  const outcome = await judgeAndSend(deps, message)
  const { channel, kind, attempts } = message
  await storeOutcome(deps.db, message, outcome)
  deps.metrics.messages.inc({ channel, outcome: outcome.state })
  const reason = 'reason' in outcome ? outcome.reason : undefined
  if (outcome.state === 'failed')
    deps.log.error({ channel, kind, attempts, reason }, 'message given up after its last attempt')
}

async function judgeAndSend(deps: MessageDeps, message: ClaimedMessage): Promise<Outcome> {
  const { kind, channel, attempts } = message
  const judged = judge(deps, message, await chosenChannels(deps.db.read))
  if ('state' in judged) return judged
  try {
    const outcome = await send(deps, message, judged)
    await fault('member.message.afterSend')
    return outcome
  } catch (err) {
    const isFinal = err instanceof NonRetryableError
    deps.log.warn({ err, channel, kind, attempts }, isFinal ? 'message refused' : 'message failed, retrying')
    if (!isFinal) return { state: 'retry', pauses: !(err instanceof RecipientUnavailableError) }
    return { state: 'failed', reason: err instanceof RecipientGoneError ? 'gone' : 'refused' }
  }
}

/**
 * The text of a message that may be sent now. A message that cannot be rendered, such as one of a kind of a later
 * version, is given up.
 */
function judge(
  { now, log, appUrl }: Pick<MessageDeps, 'now' | 'log' | 'appUrl'>,
  message: ClaimedMessage,
  chosen: Awaited<ReturnType<typeof chosenChannels>>,
): Outcome | Rendered {
  const { kind, channel, attempts, switchedOn, agreesToMarketing } = message
  try {
    const template = templates[kind] as Template<object>
    const verdict = maySend({
      ...{ advertising: template.advertising, agreesToMarketing, holds: stillHolds(message) },
      switchedOn: switchedOn && chosen[kind].includes(channel),
      ...{ happenedAt: new Date(message.happenedAt), now: now() },
    })
    if (verdict === 'now') return render(template, message.data, channel, { now: now(), appUrl })
    if ('notBefore' in verdict) return { state: 'postponed', ...verdict }
    const hasFailed = verdict.drop === 'late' && attempts > 1
    return hasFailed ? { state: 'failed', reason: 'late' } : { state: 'dropped', reason: verdict.drop }
  } catch (err) {
    log.error({ err, kind, channel }, 'message cannot be rendered')
    return { state: 'failed', reason: 'noText' }
  }
}

/** Whether the content of a message is still true, by the last known state of the product. */
function stillHolds({
  kind,
  data,
  superseded,
  userProduct,
  userProductVersion,
  currentVersion,
}: ClaimedMessage): boolean {
  if (superseded) return false
  if (!userProduct || userProductVersion === null) return true
  if ((currentVersion ?? 0) <= userProductVersion) return true
  const hasEnded = userProduct.state === 'Cancel' || userProduct.state === 'Complete'
  const priceChange = userProduct.subscription?.priceChange ?? null
  const isOpen = priceChange?.consent?.state === 'open'
  if (kind === 'priceRaise') {
    const { newPrice } = data as MessageData['priceRaise']
    return !hasEnded && userProduct.nextBillingAt !== null && isOpen && priceChange.price === newPrice
  }
  if (kind !== 'paymentFailed') {
    const { endsAt } = data as MessageData['ending']
    const isSamePeriod = userProduct.endsAt !== null && Date.parse(userProduct.endsAt) === Date.parse(endsAt)
    const isRaised = priceChange?.consent != null && priceChange.startsAt === userProduct.endsAt
    const isAgreed = !isRaised || priceChange.consent?.state === 'accepted'
    if (kind === 'priceConsent') return !hasEnded && isSamePeriod && isRaised && isOpen
    const renews = userProduct.nextBillingAt !== null && isAgreed
    return !hasEnded && isSamePeriod && renews === (kind === 'renewalAhead')
  }
  const { nextTryAt } = data as MessageData['paymentFailed']
  return nextTryAt === null ? hasEnded : userProduct.dunning !== null
}

/** @throws as `Channel.send` */
async function send(deps: MessageDeps, message: ClaimedMessage, rendered: Rendered): Promise<Outcome> {
  const { channels } = deps
  const { channel, kind, factId: id, phoneNumber, email } = message
  const content = { subject: rendered.subject, text: rendered.text, id }
  switch (channel) {
    case 'push':
      return sendToApps(deps, message, { ...content, data: { kind } })
    case 'mail':
      if (email === null || !channels.mail) return noRecipient
      await channels.mail.send({ ...content, to: email })
      return { state: 'sent', sentBy: 'mail' }
    case 'talk':
      if (phoneNumber === null) return noRecipient
      return sentBy(
        await sendTalk(channels, deps.talkTemplates[kind], { ...content, to: phoneNumber }, rendered.variables),
      )
  }
}

const sentBy = (channel: ChannelName | undefined): Outcome =>
  channel === undefined ? noRecipient : { state: 'sent', sentBy: channel }

const noRecipient: Outcome = { state: 'dropped', reason: 'noRecipient' }

/**
 * Sends to every app of the member. The message counts as sent if one app has it, because a retry would show it there a
 * second time.
 */
async function sendToApps(
  { channels: { push }, db }: MessageDeps,
  { tokens }: ClaimedMessage,
  message: Omit<Message, 'to'>,
): Promise<Outcome> {
  if (!push || tokens.length === 0) return noRecipient
  const results = await Promise.allSettled(tokens.map(({ token }) => push.send({ ...message, to: token })))
  const gone = tokens.filter((_, at) => errorOf(results[at]) instanceof RecipientGoneError)
  if (gone.length > 0)
    await deleteTokens(
      db,
      gone.map(({ id }) => id),
    )
  if (results.some(({ status }) => status === 'fulfilled')) return { state: 'sent', sentBy: 'push' }
  const errors = results.map(errorOf)
  throw errors.find((error) => !(error instanceof NonRetryableError)) ?? errors[0]
}

const errorOf = (result: PromiseSettledResult<void> | undefined): unknown =>
  result?.status === 'rejected' ? result.reason : undefined
