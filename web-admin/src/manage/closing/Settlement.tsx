import type { CompareSettlementResult } from '@kingcar/client'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Icon } from '../components/Icon.tsx'
import { amount, wonOf } from '../text/format.ts'
import styles from './closing.module.css'
import { text } from './copy.ts'
import { Sheet, Sums } from './Sheet.tsx'

const labels = text.settlement
type Difference = CompareSettlementResult['differences'][number]

type SettlementProps = {
  query: UseQueryResult<CompareSettlementResult>
  /** Whether the provider still has payments of the day. */
  isComparable: boolean
  ofStore: boolean
}

/** What the provider reports for the day, beside what KingCar recorded; always of all stores. */
export function Settlement({ query, isComparable, ofStore }: SettlementProps) {
  const title = ofStore ? labels.titleOfAll : labels.title
  if (!isComparable)
    return (
      <Sheet title={title} query={{ data: null, error: null, refetch: query.refetch }}>
        {() => <p>{labels.tooOld}</p>}
      </Sheet>
    )
  return (
    <Sheet title={title} query={query}>
      {({ provider, own, complete, differences, differenceCount }) => (
        <>
          {!complete && (
            <p className={styles.warning}>
              <Icon sign="warning" />
              {labels.incomplete}
            </p>
          )}
          <Sums
            title={title}
            head={[labels.side, labels.provider, labels.own, labels.difference]}
            rows={(['paid', 'refunded'] as const).map((side) => ({
              key: side,
              cells: [labels[side], wonOf(provider[side]), wonOf(own[side]), wonOf(provider[side] - own[side])],
            }))}
          />
          {differenceCount > 0 && (
            <>
              <p className={styles.warning}>
                <Icon sign="warning" />
                {labels.differences(amount(differenceCount))}{' '}
                {differences.length < differenceCount && labels.only(amount(differences.length))}
              </p>
              <Sums
                title={labels.differences(amount(differenceCount))}
                texts={2}
                head={[labels.kind, labels.payment, labels.provider, labels.own, labels.difference]}
                rows={differences.map((each) => ({
                  key: `${each.kind} ${each.movement} ${each.paymentUid}`,
                  cells: cellsOf(each),
                }))}
              />
            </>
          )}
          {complete && differenceCount === 0 && <p className={styles.note}>{labels.same}</p>}
        </>
      )}
    </Sheet>
  )
}

const cellsOf = ({ kind, movement, orderId, merchantUid, providerAmount, ownAmount }: Difference) => [
  `${labels.movements[movement]} · ${labels.kinds[kind]}`,
  orderId === null ? (
    merchantUid
  ) : (
    <Link key={orderId} to="/manage/orders/$id" params={{ id: orderId }} className={styles.order}>
      {merchantUid}
    </Link>
  ),
  wonOf(providerAmount),
  wonOf(ownAmount),
  wonOf(providerAmount - ownAmount),
]
