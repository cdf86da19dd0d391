import type { AdminOperation, ServiceName } from '@kingcar/contract'
import type { ReactNode } from 'react'
import { useMay } from '../api/rights.tsx'
import { copy } from '../text/copy.ts'
import { CsvButton, type CsvProps } from './CsvButton.tsx'
import { type Bulk, useBulk } from './use-bulk.tsx'

type ChosenProps<T, S extends ServiceName, V extends AdminOperation> = {
  items: readonly T[] | undefined
  nameOf: (item: T) => string
  /** The export of the whole list. */
  csv: CsvProps<S, V>
  /** What chosen rows add up to. */
  sumOf?: (chosen: readonly T[]) => string
}

/** Selection of rows whose only actions are their export and their sum. Undefined for an administrator who may not export them. */
export function useChosenRows<T extends { id: string }, S extends ServiceName, V extends AdminOperation>({
  items,
  nameOf,
  csv,
  sumOf,
}: ChosenProps<T, S, V>): Bulk<T> | undefined {
  const mayExport = useMay()(csv.op.name)
  const ofChosen = (chosen: readonly T[]): ReactNode => (
    <>
      {sumOf !== undefined && <span>{sumOf(chosen)}</span>}
      <CsvButton {...csv} input={{ ...csv.input, ids: chosen.map(({ id }) => id) }} label={copy.csv.chosen} />
    </>
  )
  return useBulk<T>({ items, keyOf: ({ id }) => id, nameOf, actions: [], ...(mayExport && { ofChosen }) })
}
