import { isDeepStrictEqual } from 'node:util'
import { AppError, type Detail, maximumDetails } from '@kingcar/contract'

/** Version counter of a row. Version 1 is the row as created. */
export type Version = {
  version: number
  /** The version in which each field last changed. A field that is not listed has not changed since version 1. */
  fieldVersions: Record<string, number>
}

const differs = { ko: '그 사이에 바뀌었어요.', en: 'Has changed since.' }

/**
 * Checks `If-Match`: passes without it, with `*`, and with the row's current version.
 * @throws AppError CHANGED_SINCE whose details name the fields that changed since the caller's version
 */
export function assertUnchanged(ifMatch: string | undefined, row: Version): void {
  const read = versionsIn(ifMatch)
  if (!read || read.includes(row.version)) return
  throw new AppError('CHANGED_SINCE', { details: changedAfter(Math.max(0, ...read), row) })
}

/**
 * Checks `If-Match` for rows that share one revision counter: each row's version is the revision in which it last changed.
 * Passes with a tag of the collection or of any row if none of `rows` has changed after it.
 * @param revision the current one of the collection; a larger tag is ignored
 * @throws AppError CHANGED_SINCE whose details name the changed fields, each prefixed with the path of its row
 */
export function assertUnchangedSince(
  ifMatch: string | undefined,
  revision: number,
  rows: readonly (Version & { path: string })[],
): void {
  const read = versionsIn(ifMatch)
  if (!read) return
  const last = Math.max(-1, ...read.filter((version) => version <= revision))
  const changed = rows.filter(({ version }) => version > last)
  if (changed.length === 0) return
  const details = changed.flatMap((row) => changedAfter(last, row, row.path))
  throw new AppError('CHANGED_SINCE', { details: details.slice(0, maximumDetails) })
}

/** The versions that `If-Match` lists; undefined if any version matches. */
function versionsIn(ifMatch: string | undefined): number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  return [...ifMatch.matchAll(/"(\d+)(?:-[\w-]+)?"/g)].map((match) => Number(match[1]))
}

const changedAfter = (version: number, { fieldVersions }: Version, before = ''): Detail[] =>
  Object.keys(fieldVersions)
    .filter((name) => (fieldVersions[name] ?? 0) > version)
    .map((name) => ({ path: `${before}${name}`, ...differs }))

/** The patch's fields that differ from the row, with their old and new values; undefined if none differs. */
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

/** The row's next version, with the fields of `changed` updated. */
export function nextVersion(row: Version, changed: readonly string[]): Version {
  const version = row.version + 1
  return {
    version,
    fieldVersions: { ...row.fieldVersions, ...Object.fromEntries(changed.map((name) => [name, version])) },
  }
}
