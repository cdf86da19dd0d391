import type { UseLogDetail } from '@kingcar/contract'
import { useState } from 'react'
import { Table } from '../list/Table.tsx'
import { columnsOf } from '../use-logs/columns.tsx'
import { ReverseUseDialog } from '../use-logs/ReverseUseDialog.tsx'
import { text } from './copy.ts'
import styles from './visits.module.css'

/** The columns that are not the same in all rows of a visit. */
const shown = new Set(['product', 'state', 'tasks'])

/** All uses of products by a visit, reversed ones too; each can be reversed. */
export function VisitUses({ uses }: { uses: readonly UseLogDetail[] }) {
  const [reversing, setReversing] = useState<UseLogDetail>()
  if (uses.length === 0) return null
  return (
    <section className={styles.readings} aria-labelledby="uses">
      <h2 id="uses">{text.detail.uses}</h2>
      <Table
        caption={text.detail.uses}
        columns={columnsOf(setReversing).filter(({ key }) => shown.has(key))}
        rows={uses}
        keyOf={({ id }) => id}
        dimmed={({ reversedAt }) => reversedAt !== null}
      />
      {reversing !== undefined && <ReverseUseDialog use={reversing} onClose={() => setReversing(undefined)} />}
    </section>
  )
}
