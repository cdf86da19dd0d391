import { AppError, type ErrorCode, errors, maximumDetails } from '@kingcar/contract'

/** A failure whose details say where the input names what is not there; none where nobody says where. */
export function notFound(code: ErrorCode, paths: readonly string[]): AppError {
  const [, ko, en] = errors[code]
  const details = paths.slice(0, maximumDetails).map((path) => ({ path, ko, en }))
  return new AppError(code, { details: details.length > 0 ? details : undefined })
}
