import { AppError, type Detail, type ErrorCode, maximumDetails } from '@kingcar/contract'
import { difference, nextVersion, type Version } from '@kingcar/db'
import { notFound } from '../validation/not-found.ts'

/** The change of one row of a batch; `path` is its position in the input, with a trailing dot. */
export type ItemChange<Patch> = { id: string; path: string; patch: Patch }
type Message = Omit<Detail, 'path'>

/**
 * Parses a batch in which each row may occur once.
 * @param list name of the array in the input
 * @param duplicate error message for a row that occurs again
 * @param parsePatch parses one item and adds its errors to `details`
 * @throws AppError VALIDATION_FAILED with a path `<list>.<i>.<field>` for each invalid field
 */
export function parseBatch<T extends { id: string }, Patch>(
  list: string,
  items: readonly T[],
  duplicate: Message,
  parsePatch: (items: T, path: string, details: Detail[]) => Patch,
): ItemChange<Patch>[] {
  const details: Detail[] = []
  const seen = new Set<string>()
  const changes = items.map((each, at) => {
    const { id } = each
    const path = `${list}.${at}.`
    if (seen.has(id)) details.push({ path: `${path}id`, ...duplicate })
    seen.add(id)
    return { id, path, patch: parsePatch(each, path, details) }
  })
  throwIfInvalid(details)
  return changes
}

/** @throws AppError VALIDATION_FAILED if there are details */
export function throwIfInvalid(details: readonly Detail[]): void {
  if (details.length > 0) throw new AppError('VALIDATION_FAILED', { details: details.slice(0, maximumDetails) })
}

/**
 * Pairs each change with its current row.
 * @throws AppError with this code and the paths of the ids that have no row
 */
export function matchRows<C extends ItemChange<unknown>, Row>(
  changes: readonly C[],
  rows: ReadonlyMap<string, Row>,
  code: ErrorCode,
): (C & { found: Row })[] {
  const missing = changes.filter(({ id }) => !rows.has(id)).map(({ path }) => `${path}id`)
  if (missing.length > 0) throw notFound(code, missing)
  return changes.flatMap((change) => {
    const found = rows.get(change.id)
    return found ? { ...change, found } : []
  })
}

type VersionedRow = Version & { updatedAt: Date }
type PatchOf<Row> = { [K in keyof Row]?: Row[K] | undefined }
/** A row after its change, and the changed fields; `changed` is undefined if no field differs. */
type Planned<Row> = { row: Row; path: string; changed: { before: Partial<Row>; after: Partial<Row> } | undefined }
/** A row of which at least one field differs. */
export type PlannedChange<Row> = Planned<Row> & { changed: { before: Partial<Row>; after: Partial<Row> } }

/** Applies a patch to a row. If a field differs, the row's version is the list's next revision. */
export function planChange<Row extends VersionedRow>(
  { found, path, patch }: { found: Row; path: string; patch: PatchOf<Row> },
  revision: number,
  updatedAt: Date,
): Planned<Row> {
  const changed = difference<Row>(found, patch)
  if (!changed) return { row: found, path, changed }
  const version = nextVersion({ ...found, version: revision }, Object.keys(changed.after))
  return { row: { ...found, ...changed.after, ...version, updatedAt }, path, changed }
}

export const onlyChanged = <Row>(planned: readonly Planned<Row>[]): PlannedChange<Row>[] =>
  planned.flatMap(({ changed, ...each }) => (changed ? { ...each, changed } : []))
