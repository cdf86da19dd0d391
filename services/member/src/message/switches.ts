import {
  type ChosenSwitches,
  type MessageChannel,
  type MessageKind,
  messageChannels,
  messageKinds,
  type Switches,
} from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { messageKindRows } from '../tables.ts'
import { templates } from './templates.ts'

/** Whether a member has not switched a kind off on a channel. */
export const isOn = (switches: SQL, kind: SQL, channel: SQL) =>
  sql`coalesce((${switches} -> ${kind} ->> ${channel})::boolean, true)`

/**
 * Whether a member `m` has an address that was proven to be their own: only these providers verify it. Members with a
 * password have typed an address that is not verified, and Naver does not report whether it verified the address.
 */
export const hasProvenEmail = sql`(m.email is not null and m.provider in ('GOOGLE', 'APPLE', 'KAKAO'))`

/** The channels whose provider is configured. */
export const availableChannels = ({ channels }: Pick<Ctx, 'channels'>): MessageChannel[] =>
  messageChannels.filter((channel) => (channel === 'talk' ? (channels.talk ?? channels.sms) : channels[channel]))

/** The channels of each kind that the owner has chosen, with or without a provider. */
export async function chosenChannels(read: Reader): Promise<Record<MessageKind, readonly MessageChannel[]>> {
  const chosen = new Map((await read.select().from(messageKindRows)).map(({ kind, channels }) => [kind, channels]))
  return ofEachKind((kind) => chosen.get(kind) ?? templates[kind].channels)
}

/** The channels by which each kind is sent. */
export async function readChannels(ctx: { db: { read: Reader } } & Pick<Ctx, 'channels'>) {
  const chosen = await chosenChannels(ctx.db.read)
  const available = availableChannels(ctx)
  return ofEachKind((kind) => available.filter((channel) => chosen[kind].includes(channel)))
}

/** The switches that apply to a member: those that the member has chosen, and the owner's for the rest. */
export const effectiveSwitches = (
  chosen: Record<MessageKind, readonly MessageChannel[]>,
  own: Partial<ChosenSwitches> | undefined,
): Switches =>
  ofEachKind((kind) => {
    const ofChannel = (channel: MessageChannel) => own?.[kind]?.[channel] ?? chosen[kind].includes(channel)
    return { push: ofChannel('push'), talk: ofChannel('talk'), mail: ofChannel('mail') }
  })

const ofEachKind = <T>(of: (kind: MessageKind) => T) =>
  Object.fromEntries(messageKinds.map((kind) => [kind, of(kind)])) as Record<MessageKind, T>
