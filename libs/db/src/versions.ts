import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@kingcar/contract'

/** How a row counts its changes. Version 1 is the row as it was created. */
export type Version = {
  version: number
  /** The version in which each field last changed; one that is not named has been the same since the first. */
  fieldVersions: Record<string, number>
}

const differs = { ko: '그 사이에 바뀌었어요.', en: 'Has changed since.' }

/**
 * Honours `If-Match`: passes without one, with `*`, and with the row's own version.
 * @throws AppError CHANGED_SINCE whose details name the fields that changed since the version that the caller read
 */
export function assertUnchanged(ifMatch: string | undefined, row: Version): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const read = [...ifMatch.matchAll(/"(\d+)(?:-[\w-]+)?"/g)].map((match) => Number(match[1]))
  if (read.includes(row.version)) return
  const last = Math.max(0, ...read)
  const changed = Object.entries(row.fieldVersions).filter(([, version]) => version > last)
  throw new AppError('CHANGED_SINCE', { details: changed.map(([path]) => ({ path, ...differs })) })
}

/** What a patch changes: its fields that differ from the row, as they were and as they become; undefined where none does. */
export function difference<T extends object>(
  row: T,
  patch: { [K in keyof T]?: T[K] | undefined },
): { before: Partial<T>; after: Partial<T> } | undefined {
  const before: Partial<T> = {}
  const after: Partial<T> = {}
  for (const name of Object.keys(patch) as (keyof T)[]) {
    const value = patch[name]
    if (value === undefined || isDeepStrictEqual(value, row[name])) continue
    before[name] = row[name]
    after[name] = value
  }
  return Object.keys(after).length > 0 ? { before, after } : undefined
}

/** The row's next version, in which the named fields changed. */
export function nextVersion(row: Version, changed: readonly string[]): Version {
  const version = row.version + 1
  return {
    version,
    fieldVersions: { ...row.fieldVersions, ...Object.fromEntries(changed.map((name) => [name, version])) },
  }
}
