import { plateListLabels, useDecisionLabels, type Visit, type VisitRow } from '@kingcar/contract'
import { Plate } from '../../ui/plate/Plate.tsx'
import { IfMay } from '../api/rights.tsx'
import { Pill } from '../components/controls.tsx'
import { Moment } from '../components/Moment.tsx'
import { plateListTones } from '../components/state-badges.ts'
import { PlatePicture } from '../images/PlatePicture.tsx'
import { RowLink } from '../list/RowLink.tsx'
import type { Column } from '../list/Table.tsx'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import { stayedText } from './stayed.ts'
import styles from './visits.module.css'

/** `propose` opens the correction that a row suggests. */
export const columnsOf = (propose: (visit: VisitRow) => void): Column<VisitRow>[] => [
  {
    key: 'time',
    title: text.time,
    width: '11%',
    card: 'side',
    cell: ({ recognizedAt }) => <Moment at={recognizedAt} />,
  },
  {
    key: 'picture',
    title: text.picture,
    wide: true,
    untitled: true,
    width: '10%',
    cell: ({ imageId, boundingBox }) => <PlatePicture {...{ imageId, boundingBox }} />,
  },
  {
    key: 'plate',
    title: text.plate,
    width: '14%',
    card: 'head',
    cell: ({ id, carNumber }) => (
      <RowLink list="/manage/visits" id={id}>
        <span className={styles.plate}>
          <Plate carNumber={carNumber} />
        </span>
      </RowLink>
    ),
  },
  {
    key: 'name',
    title: text.name,
    width: '12%',
    cell: ({ name, memberId }) => (
      <span className={`${styles.name} ${memberId === null ? styles.guest : ''}`}>{name}</span>
    ),
  },
  {
    key: 'count',
    title: text.count,
    wide: true,
    width: '9%',
    numeric: true,
    cell: (visit) => text.times(amount(visit.visitCount)),
  },
  { key: 'store', title: text.store, width: '11%', cell: (visit) => visit.storeName },
  {
    key: 'reads',
    title: text.reads,
    wide: true,
    width: '9%',
    numeric: true,
    cell: (visit) => text.times(amount(visit.reads)),
  },
  {
    key: 'product',
    title: text.product,
    width: '12%',
    cell: ({ productUsed, useDecision }) =>
      productUsed ? (
        <Product {...productUsed} />
      ) : (
        useDecision !== null && <span className={styles.guest}>{useDecisionLabels[useDecision]}</span>
      ),
  },
  {
    key: 'state',
    title: text.state,
    width: '12%',
    cell: (visit) => (hasState(visit) ? <State visit={visit} propose={propose} /> : null),
  },
]

/** A used product with its remaining uses. */
export function Product({ productName, remainingUses }: NonNullable<Visit['productUsed']>) {
  return (
    <span className={styles.product}>
      {productName}{' '}
      {remainingUses !== null && <span className={styles.remaining}>{text.remaining(amount(remainingUses))}</span>}
    </span>
  )
}

const hasState = ({ late, doubtful, dwellSeconds, listed, mergedInto, suggestedCarNumber }: VisitRow) =>
  late || listed !== null || doubtful || dwellSeconds !== null || mergedInto !== null || suggestedCarNumber !== null

function State({ visit, propose }: { visit: VisitRow; propose: (visit: VisitRow) => void }) {
  const { late, doubtful, dwellSeconds, listed, mergedInto, suggestedCarNumber } = visit
  return (
    <span className={styles.states}>
      {listed !== null && <Pill tone={plateListTones[listed]}>{plateListLabels[listed]}</Pill>}
      {dwellSeconds !== null && <Pill tone="neutral">{text.left(stayedText(dwellSeconds))}</Pill>}
      {doubtful && <Pill tone="warn">{text.doubtful}</Pill>}
      {late && <Pill tone="warn">{text.late}</Pill>}
      {mergedInto !== null && <Pill tone="neutral">{text.merged}</Pill>}
      {suggestedCarNumber !== null && mergedInto === null && (
        <IfMay op="correctVisit">
          <button type="button" className={styles.proposed} onClick={() => propose(visit)}>
            {text.proposal.row} <b>{suggestedCarNumber}</b>
          </button>
        </IfMay>
      )}
    </span>
  )
}
