import type { IncomingMessage } from 'node:http'
import { parse } from 'node:querystring'
import { AppError, malformedBody } from '@kingcar/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The largest refused body that is read and discarded, in bytes: above the limit of an image, and cheap to receive. */
const maxForgottenBytes = 64 * 1024 * 1024

/**
 * Whether to receive the rest of a request that already has its response. If the connection is closed instead, a client
 * that sends its whole body first gets a broken pipe and no response.
 */
export const isWorthReading = ({ complete, headers }: Pick<IncomingMessage, 'complete' | 'headers'>): boolean =>
  !complete && Number(headers['content-length']) <= maxForgottenBytes

/** Payment providers send about twenty fields. */
const maxFormFields = 200

const malformed = () => new AppError('VALIDATION_FAILED', { details: [malformedBody] })

/** Parses UTF-8 JSON without coercion; undefined for an empty body. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    throw malformed() // the parser's message would quote the body
  }
}

/** Parses a UTF-8 x-www-form-urlencoded body. */
export function parseForm(body: Buffer): Record<string, unknown> {
  try {
    return parse(utf8.decode(body), '&', '=', { maxKeys: maxFormFields })
  } catch {
    throw malformed()
  }
}

/** Accepts JSON bodies in this Fastify scope, and forms if `forms` is true; any other type is 415. */
export function registerBodyParsers(app: FastifyInstance, forms: boolean): void {
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (!request.routeOptions.config.signed) return parseJson(body)
    request.rawBody = body.toString()
    try {
      return parseJson(body)
    } catch {
      return undefined // its signature is checked first
    }
  })
  if (!forms) return
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseForm(body),
  )
}
