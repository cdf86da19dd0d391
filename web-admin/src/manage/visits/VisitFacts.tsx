import { plateListLabels, type VisitDetail } from '@kingcar/contract'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { Plate } from '../../ui/plate/Plate.tsx'
import { Copyable } from '../components/Copyable.tsx'
import { Moment } from '../components/Moment.tsx'
import { Facts } from '../components/Panel.tsx'
import { MemberLink } from '../list/MemberLink.tsx'
import { everyStore } from '../list/store-scope.ts'
import { amount, dateOf, momentOf } from '../text/format.ts'
import { Product } from './columns.tsx'
import { text } from './copy.ts'
import { stayedText } from './stayed.ts'
import { UseDecisionNotice } from './UseDecisionNotice.tsx'
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
      {visit.listed !== null && <p className={styles.notice}>{labels.listed(plateListLabels[visit.listed])}</p>}
      {visit.doubtful && visit.useDecision !== 'doubtful' && <p className={styles.notice}>{labels.doubtful}</p>}
      {visit.late && visit.useDecision === null && <p className={styles.notice}>{labels.late}</p>}
      <UseDecisionNotice visit={visit} />
      <Facts
        facts={[
          [
            labels.name,
            visit.memberId === null ? labels.guest : <MemberLink key="name" id={visit.memberId} name={visit.name} />,
          ],
          [
            labels.store,
            <Link key="store" to="/manage/stores/$id" params={{ id: visit.storeId }}>
              {visit.storeName}
            </Link>,
          ],
          [labels.at, moment(visit.recognizedAt)],
          [labels.until, moment(visit.latestReadAt)],
          visit.leftAt === null ? null : [labels.leftAt, moment(visit.leftAt)],
          visit.dwellSeconds === null ? null : [labels.dwell, stayedText(visit.dwellSeconds)],
          [
            labels.count,
            <Fragment key="count">
              {text.nth(amount(visit.visitCount))}{' '}
              <Link to="/manage/visits" search={{ carNumber: visit.carNumber, ...everyStore() }}>
                {labels.sameCar}
              </Link>
            </Fragment>,
          ],
          [
            labels.product,
            visit.productUsed ? (
              <Fragment key="product">
                <Product {...visit.productUsed} />
                {visit.memberId !== null && (
                  <Link
                    to="/manage/useLogs"
                    search={{ memberId: visit.memberId, ...aroundDayOf(visit.recognizedAt), ...everyStore() }}
                  >
                    {labels.use}
                  </Link>
                )}
              </Fragment>
            ) : (
              labels.noProduct
            ),
          ],
        ]}
      />
    </section>
  )
}

const moment = (at: string) => <Moment at={at} text={momentOf(at)} />

const day = 86_400_000

/** From the day of an instant to the next day, because an administrator can also use a product for a visit later. */
const aroundDayOf = (instant: string) => {
  const at = Date.parse(instant)
  return { from: dateOf(at), to: dateOf(at + day) }
}
