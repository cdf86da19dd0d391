import { AppError, type ErrorCode, errors, maximumDetails } from '@kingcar/contract'

/**
 * An error with one detail for each input path that refers to a missing entity; without details if no path is given.
 */
export function notFound(code: ErrorCode, paths: readonly string[]): AppError {
  const [, ko, en] = errors[code]
  const details = paths.slice(0, maximumDetails).map((path) => ({ path, ko, en }))
  return new AppError(code, { details: details.length > 0 ? details : undefined })
}
