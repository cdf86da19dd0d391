import { createTransport } from 'nodemailer'
import { RecipientUnavailableError } from '../channel/channel.ts'
import type { Config } from '../config.ts'
import { NonRetryableError } from '../task/task.ts'
import type { Mail } from './mail.ts'

type Options = Pick<Config, 'SMTP_URL' | 'SMTP_USER' | 'SMTP_PASSWORD' | 'MAIL_FROM' | 'NODE_ENV'>

/**
 * Milliseconds for a response of the server, and for a whole delivery: less than the lease of a task, after which
 * another process takes the task.
 */
const stepTimeout = 5_000
const deadline = 20_000

/**
 * SMTP replies from this code on are permanent (RFC 5321, 4.2.1). This applies to a mail, but not to errors of
 * encryption, password or sender, which an operator can fix.
 */
const permanent = 500
const aboutMail = ['EENVELOPE', 'EMESSAGE']
/** The server is shutting down; this can be the reply to any command (RFC 5321, 3.8). */
const stopping = 421

/** Sends through an SMTP server, over TLS: from the start with `smtps:`, with `smtp:` by STARTTLS, which production requires. */
export function createSmtp({ SMTP_URL = '', SMTP_USER, SMTP_PASSWORD = '', MAIL_FROM, NODE_ENV }: Options): Mail {
  const { protocol, hostname, port } = new URL(SMTP_URL)
  const secure = protocol === 'smtps:'
  const senderHost = /@([\w.-]+)/.exec(MAIL_FROM ?? '')?.[1] ?? hostname
  const transport = createTransport({
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && NODE_ENV === 'production',
    ...(SMTP_USER !== undefined && { auth: { user: SMTP_USER, pass: SMTP_PASSWORD } }),
    connectionTimeout: stepTimeout,
    greetingTimeout: stepTimeout,
    socketTimeout: stepTimeout,
    dnsTimeout: stepTimeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, id }) {
      try {
        const messageId = id === undefined ? {} : { messageId: `<${id}@${senderHost}>` }
        const message = { from: MAIL_FROM, to: { name: '', address: to }, subject, text, ...messageId }
        await withDeadline(transport.sendMail(message))
      } catch (cause) {
        throw failureOf(cause)
      }
    },
  }
}

/** A delivery that takes longer may still succeed; then the mail arrives twice. */
async function withDeadline(delivery: Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(Object.assign(new Error('mail took too long'), { code: 'ETIMEDOUT' })),
    deadline,
  )
  try {
    await Promise.race([delivery, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Omits the text of the reply, which usually names the recipient. */
function failureOf(cause: unknown): Error {
  const {
    code = 'unknown',
    responseCode,
    command,
  } = cause as { code?: string; responseCode?: number; command?: string }
  const text = `mail not accepted: ${code}${responseCode === undefined ? '' : `, reply ${responseCode}`}`
  // an error without a reply code means that the address was rejected before any server was asked
  const isFinal = aboutMail.includes(code) && command !== 'MAIL FROM' && (responseCode ?? permanent) >= permanent
  const isOfRecipient = command === 'RCPT TO' && responseCode !== undefined && responseCode !== stopping
  if (!isFinal && isOfRecipient) return new RecipientUnavailableError(text)
  return isFinal ? new NonRetryableError(text) : new Error(text)
}
