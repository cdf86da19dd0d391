import { AppError, type Detail, isKnownSetting, knownSettings, settingValueLimit, toDetails } from '@kingcar/contract'
import { Value } from 'typebox/value'

const tooLong = { path: 'value', ko: 'JSON으로 16KiB까지 저장할 수 있어요.', en: 'Must be at most 16 KiB as JSON.' }

/**
 * The JSON text of a value that may stand under this key: within the limit, and of the type that a known key has.
 * @throws AppError VALIDATION_FAILED with details on `value`
 */
export function checkValue(key: string, value: unknown): string {
  const json = JSON.stringify(value)
  if (Buffer.byteLength(json) > settingValueLimit) fail([tooLong])
  if (isKnownSetting(key)) {
    const { schema } = knownSettings[key]
    if (!Value.Check(schema, value)) {
      fail(
        toDetails(Value.Errors(schema, value)).map((detail) => ({
          ...detail,
          path: `value${detail.path && '.'}${detail.path}`,
        })),
      )
    }
  }
  return json
}

function fail(details: readonly Detail[]): never {
  throw new AppError('VALIDATION_FAILED', { details })
}
