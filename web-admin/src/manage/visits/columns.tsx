import type { Visit } from '@kingcar/contract'
import { Plate } from '../../plate/Plate.tsx'
import { Pill } from '../components/controls.tsx'
import type { Column } from '../components/Table.tsx'
import { copy } from '../copy.ts'
import { amount, timeOf } from '../format.ts'
import styles from './visits.module.css'

const text = copy.visits

export const columns: Column<Visit>[] = [
  { key: 'time', title: text.time, width: '10%', card: 'side', cell: (visit) => timeOf(visit.recognizedAt) },
  {
    key: 'plate',
    title: text.plate,
    width: '15%',
    card: 'head',
    cell: ({ carNumber }) => (
      <span className={styles.plate}>
        <Plate carNumber={carNumber} />
      </span>
    ),
  },
  {
    key: 'name',
    title: text.name,
    width: '14%',
    cell: ({ name, memberId }) => (
      <span className={`${styles.name} ${memberId === null ? styles.guest : ''}`}>{name}</span>
    ),
  },
  {
    key: 'count',
    title: text.count,
    width: '11%',
    numeric: true,
    cell: (visit) => text.times(amount(visit.visitCount)),
  },
  { key: 'store', title: text.store, width: '13%', cell: (visit) => visit.storeName },
  { key: 'reads', title: text.reads, width: '11%', numeric: true, cell: (visit) => text.times(amount(visit.reads)) },
  {
    key: 'product',
    title: text.product,
    width: '14%',
    cell: ({ productUsed }) => productUsed && <Product {...productUsed} />,
  },
  {
    key: 'state',
    title: text.state,
    width: '12%',
    cell: (visit) => (visit.late || visit.mergedInto ? <State {...visit} /> : null),
  },
]

function Product({ productName, remainingUses }: NonNullable<Visit['productUsed']>) {
  return (
    <span className={styles.product}>
      {productName}{' '}
      {remainingUses !== null && <span className={styles.remaining}>{text.remaining(amount(remainingUses))}</span>}
    </span>
  )
}

function State({ late, mergedInto }: Visit) {
  return (
    <span className={styles.states}>
      {late && <Pill tone="warn">{text.late}</Pill>}
      {mergedInto !== null && <Pill tone="neutral">{text.merged}</Pill>}
    </span>
  )
}
