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

const words = text.detail

/** Visitor, store, time and product of a visit. */
export function VisitFacts({ visit }: { visit: VisitDetail }) {
  return (
    <section className={styles.panel} aria-label={words.facts}>
      <div className={styles.largePlate}>
        <Plate carNumber={visit.carNumber} />
        <Copyable text={visit.carNumber} label={words.copyPlate} />
      </div>
      {visit.mergedInto !== null && (
        <p className={styles.notice}>
          {words.merged}{' '}
          <Link to="/manage/visits/$id" params={{ id: visit.mergedInto }}>
            {words.mergedLink}
          </Link>
        </p>
      )}
      {visit.late && <p className={styles.notice}>{words.late}</p>}
      <Facts
        facts={[
          [
            words.name,
            visit.memberId === null ? words.guest : <MemberLink key="name" id={visit.memberId} name={visit.name} />,
          ],
          [words.store, visit.storeName],
          [words.at, moment(visit.recognizedAt)],
          [words.until, moment(visit.latestReadAt)],
          [words.count, text.nth(amount(visit.visitCount))],
          [words.product, visit.productUsed ? <Product key="product" {...visit.productUsed} /> : words.noProduct],
        ]}
      />
    </section>
  )
}

const moment = (at: string) => <time dateTime={at}>{dateAndTimeOf(at)}</time>
