import { AppError, type ErrorCode, errors, statusOf } from '@kingcar/contract'
import type { Language } from './language.ts'

/** The contract's error codes for errors that Fastify and its plugins raise with a status. */
const codesByStatus: Record<number, ErrorCode> = {
  400: 'VALIDATION_FAILED',
  403: 'NOT_FOUND', // a file outside of the console's folder
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'VALIDATION_FAILED',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  416: 'VALIDATION_FAILED',
}

/** Maps any error to an AppError: the contract's own, a framework error by its status, or INTERNAL. */
export function toAppError(cause: unknown): AppError {
  if (cause instanceof AppError || !(cause instanceof Error) || !('statusCode' in cause)) return AppError.from(cause)
  const code = codesByStatus[Number(cause.statusCode)]
  return code ? new AppError(code) : AppError.from(cause)
}

/** The error envelope as JSON text: code, message in one language, details and request id only. */
export function errorEnvelope(error: AppError, language: Language, requestId: string): string {
  const [, ko, en] = errors[error.code]
  const details = error.details?.map((detail) => ({ path: detail.path, message: detail[language] }))
  return JSON.stringify({
    success: false,
    error: { code: error.code, message: language === 'en' ? en : ko, ...(details && { details }), requestId },
  })
}

/**
 * Headers that depend on the error: language, `Retry-After` and `WWW-Authenticate`.
 * @param challenge value of `WWW-Authenticate`
 */
export function errorHeaders(error: AppError, language: Language, challenge = 'Bearer'): Record<string, string> {
  const status = statusOf(error.code)
  const retryAfter = error.retryAfter ?? (status === 429 || status === 503 ? 1 : undefined)
  return {
    'content-language': language,
    ...(retryAfter === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) }),
    ...(status === 401 ? { 'www-authenticate': challenge } : {}),
  }
}
