import { parse } from 'node:querystring'
import { AppError, malformedBody } from '@kingcar/contract'
import type { FastifyInstance } from 'fastify'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Names in one form; providers send about twenty. */
const maxFormFields = 200

const malformed = () => new AppError('VALIDATION_FAILED', { details: [malformedBody] })

/** JSON text as UTF-8 → its value; undefined for an empty body. Coerces nothing. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(utf8.decode(body))
  } catch {
    throw malformed() // the parser's own words quote the body
  }
}

/** x-www-form-urlencoded as UTF-8 → texts by name. */
export function parseForm(body: Buffer): Record<string, unknown> {
  try {
    return parse(utf8.decode(body), '&', '=', { maxKeys: maxFormFields })
  } catch {
    throw malformed()
  }
}

/** Takes JSON bodies in this scope, and forms where asked for; anything else is 415. */
export function registerBodyParsers(app: FastifyInstance, forms: boolean): void {
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    parseJson(body),
  )
  if (!forms) return
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => parseForm(body),
  )
}
