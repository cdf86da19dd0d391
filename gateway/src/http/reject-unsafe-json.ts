import { AppError, type Detail } from '@kingcar/contract'

/** No schema nests more than a few levels, and PostgreSQL's JSON parser has a limited stack. */
export const maxDepth = 64

/** Maximum characters of a path in an error detail. */
const maxPathLength = 200

const invalid = (path: string, ko: string, en: string): AppError =>
  new AppError('VALIDATION_FAILED', { details: [{ path, ko, en } satisfies Detail] })

/**
 * Rejects what schemas do not check and PostgreSQL does not store: NUL, lone surrogates, infinite numbers, keys for
 * prototype pollution, and deep nesting.
 * @throws VALIDATION_FAILED with the path
 */
export function rejectUnsafeJson(value: unknown, path = '', depth = 0): void {
  if (typeof value === 'string') rejectUnsafeText(value, path)
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw invalid(path, '숫자가 너무 커요.', 'Must be a smaller number.')
  }
  if (typeof value !== 'object' || value === null) return
  if (depth === maxDepth) throw invalid('', '너무 깊게 중첩되어 있어요.', 'Is nested too deeply.')
  for (const [key, inner] of Object.entries(value)) {
    rejectUnsafeText(key, path)
    if (key === '__proto__' || (key === 'constructor' && reachesPrototype(inner))) {
      throw invalid(path, '쓸 수 없는 이름이 있어요.', 'Contains a field name that is not allowed.')
    }
    rejectUnsafeJson(inner, path === '' ? key : `${path}.${key}`, depth + 1)
  }
}

function rejectUnsafeText(text: string, path: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw invalid(
      path.slice(0, maxPathLength),
      '쓸 수 없는 문자가 있어요.',
      'Contains a character that is not allowed.',
    )
  }
}

const reachesPrototype = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
