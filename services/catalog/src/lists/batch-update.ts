import { AppError, type Detail, type ErrorCode, maximumDetails } from '@kingcar/contract'
import { difference, nextVersion, type Version } from '@kingcar/db'
import { notFound } from '../validation/not-found.ts'

/** A change of one row among several; `path` says where in the input it stands. */
export type ItemChange<Patch> = { id: string; path: string; patch: Patch }
type Message = Omit<Detail, 'path'>

/**
 * Changes of several rows, each named once.
 * @param list the name of their array in the input
 * @param twice what is told of one that is named again
 * @param readPatch reads one of them, and adds what cannot be kept to `faults`
 * @throws AppError VALIDATION_FAILED naming each field that cannot be kept, as `<list>.<i>.<field>`
 */
export function parseBatch<T extends { id: string }, Patch>(
  list: string,
  typed: readonly T[],
  twice: Message,
  readPatch: (typed: T, path: string, faults: Detail[]) => Patch,
): ItemChange<Patch>[] {
  const faults: Detail[] = []
  const named = new Set<string>()
  const changes = typed.map((each, at) => {
    const id = each.id.toLowerCase() // as PostgreSQL writes it
    const path = `${list}.${at}.`
    if (named.has(id)) faults.push({ path: `${path}id`, ...twice })
    named.add(id)
    return { id, path, patch: readPatch(each, path, faults) }
  })
  throwIfInvalid(faults)
  return changes
}

/** @throws AppError VALIDATION_FAILED where there are faults */
export function throwIfInvalid(faults: readonly Detail[]): void {
  if (faults.length > 0) throw new AppError('VALIDATION_FAILED', { details: faults.slice(0, maximumDetails) })
}

/**
 * The changes beside the rows that they name, as these stand.
 * @throws AppError with the code, naming the places of those that are not there
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
/** A row as it becomes, and what of it is different; undefined where nothing is. */
type Planned<Row> = { row: Row; path: string; changed: { before: Partial<Row>; after: Partial<Row> } | undefined }
/** A row of which something is different. */
export type PlannedChange<Row> = Planned<Row> & { changed: { before: Partial<Row>; after: Partial<Row> } }

/** What becomes of one; where anything of it is different the next revision of all is its version. */
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

/** Those of which something is different. */
export const onlyChanged = <Row>(becoming: readonly Planned<Row>[]): PlannedChange<Row>[] =>
  becoming.flatMap(({ changed, ...each }) => (changed ? { ...each, changed } : []))
