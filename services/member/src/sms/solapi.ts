import { createHmac, randomBytes } from 'node:crypto'
import { nationalNumber } from '@kingcar/contract'
import { callProvider } from '@kingcar/runtime'
import Type from 'typebox'
import { Value } from 'typebox/value'
import type { Channel } from '../channel/channel.ts'
import type { Config } from '../config.ts'
import { NonRetryableError } from '../task/task.ts'
import { longestSms, type Sms, smsBytes } from './sms.ts'

type Options = Pick<Config, 'SOLAPI_URL' | 'SOLAPI_API_KEY' | 'SOLAPI_API_SECRET' | 'SMS_FROM'>

/** Bytes; the documented length of a salt is 12 to 64 characters. */
const saltBytes = 16

/*
 * Solapi's status codes of a message (docs.solapi.com, message status codes). Accepted: 2000 by Solapi, 3000 by the
 * carrier, 4000 by the phone. Failures of Solapi or the carrier: 1024, 2024, 3012, 3024, queue full 3053. KingCar's
 * sender is not registered: 1062, 2062, 3059. All other codes, such as that of a bad number, concern the message and
 * are permanent.
 */
const acceptedCodes = ['2000', '3000', '4000']
const transientCodes = ['1024', '2024', '3012', '3024', '3053']
const senderCodes = ['1062', '2062', '3059']

const Taken = Type.Object({ statusCode: Type.String() })
const Refused = Type.Object({ errorCode: Type.String() })

/** Sends texts through Solapi (CoolSMS), one message a call; one that is too long for an SMS as an LMS. @param deadlineMs for a whole call */
export function createSolapi(options: Options, deadlineMs = 10_000): Sms {
  const send = sendWith(options, deadlineMs)
  return {
    send: ({ to, subject, text }) =>
      send(to, smsBytes(text) <= longestSms ? { text, type: 'SMS' } : { subject, text, type: 'LMS' }),
  }
}

/**
 * Sends AlimTalk through Solapi, which sends the text of the template as SMS or LMS to a phone without KakaoTalk.
 * @param deadlineMs for a whole call
 */
export function createSolapiTalk(options: Options & Pick<Config, 'SOLAPI_PF_ID'>, deadlineMs = 10_000): Channel {
  const send = sendWith(options, deadlineMs)
  const { SOLAPI_PF_ID: pfId } = options
  return {
    async send({ to, subject, template }) {
      if (!template) throw new NonRetryableError('no template of AlimTalk')
      const { id: templateId, variables } = template
      const named = Object.entries(variables).map(([name, value]) => [`#{${name}}`, value])
      await send(to, {
        subject,
        type: 'ATA',
        kakaoOptions: { pfId, templateId, variables: Object.fromEntries(named), disableSms: false },
      })
    },
  }
}

function sendWith(
  { SOLAPI_URL, SOLAPI_API_KEY = '', SOLAPI_API_SECRET = '', SMS_FROM = '' }: Options,
  deadlineMs: number,
) {
  const url = `${SOLAPI_URL.replace(/(?<!\/)\/+$/, '')}/messages/v4/send`
  const from = SMS_FROM.replace(/\D/g, '')
  return async (to: string, content: object) => {
    const { status, body } = await callProvider(
      url,
      {
        method: 'POST',
        headers: {
          authorization: authorization(SOLAPI_API_KEY, SOLAPI_API_SECRET),
          'content-type': 'application/json',
        },
        body: JSON.stringify({ message: { to: nationalNumber(to), from, ...content } }),
      },
      deadlineMs,
    )
    checkResponse(status, body)
  }
}

/** Valid for one request: the date is within 15 minutes of Solapi's clock, and no salt is used twice in that time. */
function authorization(key: string, secret: string): string {
  const date = new Date().toISOString()
  const salt = randomBytes(saltBytes).toString('hex')
  const signature = createHmac('sha256', secret)
    .update(date + salt)
    .digest('hex')
  return `HMAC-SHA256 apiKey=${key}, date=${date}, salt=${salt}, signature=${signature}`
}

/** Returns if the message was accepted. @throws as `Sms.send` */
function checkResponse(status: number, body: unknown): void {
  if (status === 429 || status === 408 || status >= 500) throw new Error(`Solapi unavailable: ${status}`)
  if (status !== 200) {
    const code = Value.Check(Refused, body) ? body.errorCode : 'no code'
    const reason = `Solapi rejected the request: ${status} ${safeCode(code)}`
    // other statuses concern the account, such as 402 for an empty balance or 403 for an address that is not allowed
    throw status === 400 ? new NonRetryableError(reason) : new Error(reason)
  }
  if (!Value.Check(Taken, body)) throw new Error('Solapi sent an unexpected response')
  if (acceptedCodes.includes(body.statusCode)) return
  const reason = `Solapi rejected the message: ${safeCode(body.statusCode)}`
  throw [...transientCodes, ...senderCodes].includes(body.statusCode)
    ? new Error(reason)
    : new NonRetryableError(reason)
}

/** A code in Solapi's format; any other text may repeat parts of the message. */
const safeCode = (code: string) => (/^(?:\d{4}|[A-Za-z ]{1,40})$/.test(code) ? code : 'an unknown code')
