import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import { NonRetryableError } from '../task/task.ts'
import type { Mail } from './mail.ts'

type Options = Pick<Config, 'SMTP_URL' | 'SMTP_USER' | 'SMTP_PASSWORD' | 'MAIL_FROM' | 'NODE_ENV'>

/** Milliseconds of each step of a delivery; together shorter than the lease of a task. */
const stepTimeout = 5_000

/** SMTP replies from here on are permanent (RFC 5321, 4.2.1): of a mail, unlike those about encryption or a password. */
const permanent = 500
const aboutMail = ['EENVELOPE', 'EMESSAGE']

/** Sends through an SMTP server, over TLS: from the start with `smtps:`, with `smtp:` by STARTTLS, which production requires. */
export function createSmtp({ SMTP_URL = '', SMTP_USER, SMTP_PASSWORD = '', MAIL_FROM, NODE_ENV }: Options): Mail {
  const { protocol, hostname, port } = new URL(SMTP_URL)
  const secure = protocol === 'smtps:'
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
    async send({ to, subject, text }) {
      try {
        await transport.sendMail({ from: MAIL_FROM, to: { name: '', address: to }, subject, text })
      } catch (cause) {
        throw failureOf(cause)
      }
    },
  }
}

/** Without the text of the reply, which usually names the recipient. */
function failureOf(cause: unknown): Error {
  const { code = 'unknown', responseCode } = cause as { code?: string; responseCode?: number }
  const text = `mail not accepted: ${code}${responseCode === undefined ? '' : `, reply ${responseCode}`}`
  const isFinal = aboutMail.includes(code) && responseCode !== undefined && responseCode >= permanent
  return isFinal ? new NonRetryableError(text) : new Error(text)
}
