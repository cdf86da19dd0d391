import { AppError, type Detail, isKnownSetting, knownSettings, settingValueLimit, toDetails } from '@kingcar/contract'
import { Value } from 'typebox/value'

const allTooLarge = {
  path: 'value',
  ko: '앱 설정을 모두 합쳐 512KiB까지 저장할 수 있어요. 쓰지 않는 설정을 먼저 지워 주세요.',
  en: 'All settings together must be at most 512 KiB; delete a setting that is not used.',
}
const valueTooLarge = {
  path: 'value',
  ko: 'JSON으로 16KiB까지 저장할 수 있어요.',
  en: 'Must be at most 16 KiB as JSON.',
}

/**
 * Checks the size of a value and, for a known key, its type; returns its JSON.
 * @throws AppError VALIDATION_FAILED with details on `value`
 */
export function toStoredJson(key: string, value: unknown): string {
  const json = JSON.stringify(value)
  if (Buffer.byteLength(json) > settingValueLimit) fail([valueTooLarge])
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

export const settingsFull = () => new AppError('VALIDATION_FAILED', { details: [allTooLarge] })

function fail(details: readonly Detail[]): never {
  throw new AppError('VALIDATION_FAILED', { details })
}
