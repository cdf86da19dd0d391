import { AppError, type Detail } from '@kingcar/contract'

/** Deeper JSON is refused: nothing of ours nests more than a few levels, and PostgreSQL's parser has a stack too. */
export const deepest = 64

/** Of a place that is named in an answer. */
const longestPath = 200

const fault = (path: string, ko: string, en: string): AppError =>
  new AppError('VALIDATION_FAILED', { details: [{ path, ko, en } satisfies Detail] })

/**
 * Refuses what no schema sees and no store takes: NUL, lone surrogates, numbers beyond the representable, keys that
 * reach for a prototype, and endless nesting. Fails with VALIDATION_FAILED naming the place.
 */
export function refuseHostile(value: unknown, path = '', depth = 0): void {
  if (typeof value === 'string') refuseText(value, path)
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw fault(path, '숫자가 너무 커요.', 'Must be a smaller number.')
  }
  if (typeof value !== 'object' || value === null) return
  if (depth === deepest) throw fault('', '너무 깊게 중첩되어 있어요.', 'Is nested too deeply.')
  for (const [key, inner] of Object.entries(value)) {
    refuseText(key, path)
    if (key === '__proto__' || (key === 'constructor' && reachesPrototype(inner))) {
      throw fault(path, '쓸 수 없는 이름이 있어요.', 'Contains a field name that is not allowed.')
    }
    refuseHostile(inner, path === '' ? key : `${path}.${key}`, depth + 1)
  }
}

function refuseText(text: string, path: string): void {
  if (text.includes('\0') || !text.isWellFormed()) {
    throw fault(path.slice(0, longestPath), '쓸 수 없는 문자가 있어요.', 'Contains a character that is not allowed.')
  }
}

const reachesPrototype = (value: unknown) =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
