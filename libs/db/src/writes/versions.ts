import { isDeepStrictEqual } from 'node:util'
import { AppError, type Detail, maximumDetails } from '@kingcar/contract'

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
  const read = versionsIn(ifMatch)
  if (!read || read.includes(row.version)) return
  throw new AppError('CHANGED_SINCE', { details: changedAfter(Math.max(0, ...read), row) })
}

/**
 * Honours `If-Match` for rows that count their changes together: the version of each is the revision of all in which it last
 * changed. Passes with a tag of all or of any of them where none of the named rows has changed after it.
 * @param revision of all, now; a tag that is larger is nobody's
 * @throws AppError CHANGED_SINCE whose details name the fields that changed since, behind the path of their row
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

/** The versions that a caller says to have read; undefined where any will do. */
function versionsIn(ifMatch: string | undefined): number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  return [...ifMatch.matchAll(/"(\d+)(?:-[\w-]+)?"/g)].map((match) => Number(match[1]))
}

const changedAfter = (version: number, { fieldVersions }: Version, before = ''): Detail[] =>
  Object.keys(fieldVersions)
    .filter((name) => (fieldVersions[name] ?? 0) > version)
    .map((name) => ({ path: `${before}${name}`, ...differs }))

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
