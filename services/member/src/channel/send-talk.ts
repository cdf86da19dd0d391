import type { ChannelName } from '@kingcar/contract'
import { NonRetryableError } from '../task/task.ts'
import type { Channels, Message } from './channel.ts'

/**
 * Sends by AlimTalk; by SMS if there is no template, or if AlimTalk refuses the message for good.
 * @returns the channel that has accepted the message; undefined if none is configured
 * @throws as `Channel.send`
 */
export async function sendTalk(
  { talk, sms }: Pick<Channels, 'talk' | 'sms'>,
  templateId: string | undefined,
  message: Message,
  variables: Record<string, string>,
): Promise<ChannelName | undefined> {
  if (talk && templateId !== undefined)
    try {
      await talk.send({ ...message, template: { id: templateId, variables } })
      return 'talk'
    } catch (err) {
      if (!(err instanceof NonRetryableError) || !sms) throw err
    }
  if (!sms) return undefined
  await sms.send(message)
  return 'sms'
}
