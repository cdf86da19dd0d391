import type { VisitDetail } from '@kingcar/contract'
import { Link } from '@tanstack/react-router'
import { Plate } from '../../ui/plate/Plate.tsx'
import { Copyable } from '../components/Copyable.tsx'
import { Facts } from '../components/Panel.tsx'
import { MemberLink } from '../list/MemberLink.tsx'
import { amount, dateAndTimeOf } from '../text/format.ts'
import { Product } from './columns.tsx'
import { text } from './copy.ts'
import styles from './visits.module.css'

const labels = text.detail

/** Visitor, store, time and product of a visit. */
export function VisitFacts({ visit }: { visit: VisitDetail }) {
  return (
    <section className={styles.panel} aria-label={labels.facts}>
      <div className={styles.largePlate}>
        <Plate carNumber={visit.carNumber} />
        <Copyable text={visit.carNumber} label={labels.copyPlate} />
      </div>
      {visit.mergedInto !== null && (
        <p className={styles.notice}>
          {labels.merged}{' '}
          <Link to="/manage/visits/$id" params={{ id: visit.mergedInto }}>
            {labels.mergedLink}
          </Link>
        </p>
      )}
      {visit.late && <p className={styles.notice}>{labels.late}</p>}
      <Facts
        facts={[
          [
            labels.name,
            visit.memberId === null ? labels.guest : <MemberLink key="name" id={visit.memberId} name={visit.name} />,
          ],
          [labels.store, visit.storeName],
          [labels.at, moment(visit.recognizedAt)],
          [labels.until, moment(visit.latestReadAt)],
          [labels.count, text.nth(amount(visit.visitCount))],
          [labels.product, visit.productUsed ? <Product key="product" {...visit.productUsed} /> : labels.noProduct],
        ]}
      />
    </section>
  )
}

const moment = (at: string) => <time dateTime={at}>{dateAndTimeOf(at)}</time>
