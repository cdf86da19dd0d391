import { type GetSettlementResult, getSettlement } from '@kingcar/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/api.ts'
import { Sums } from '../closing/Sheet.tsx'
import { Failure } from '../components/Failure.tsx'
import { Icon } from '../components/Icon.tsx'
import { Panel } from '../components/Panel.tsx'
import { amount, spanOf, wonOf } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './settlements.module.css'

type Difference = GetSettlementResult['differences'][number]

/** A settlement file compared with KingCar's ledger of the same days. */
export function Comparison({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['getSettlement', id],
    queryFn: () => call(getSettlement, { id }),
  })
  return (
    <Panel title={text.comparison}>
      {error !== null && <Failure title={text.comparison} cause={error} retry={() => void refetch()} />}
      {data !== undefined && error === null && (
        <>
          <Sums
            title={text.comparison}
            head={[text.side, text.inFile, text.own, text.difference]}
            rows={[
              ...(['paid', 'refunded'] as const).map((side) => ({
                key: side,
                cells: [
                  text[side],
                  wonOf(data.sums[side]),
                  wonOf(data.own[side]),
                  wonOf(data.sums[side] - data.own[side]),
                ],
              })),
              { key: 'fee', cells: [text.fee, wonOf(data.sums.fee), '', ''] },
              { key: 'settled', cells: [text.settled, wonOf(data.sums.settled), '', ''] },
            ]}
          />
          {data.differenceCount === 0 ? (
            <p>{text.same}</p>
          ) : (
            <>
              <p className={styles.warning}>
                <Icon sign="warning" />
                {text.differences(amount(data.differenceCount))}{' '}
                {data.differences.length < data.differenceCount && text.only(amount(data.differences.length))}
              </p>
              <Sums
                title={text.differences(amount(data.differenceCount))}
                texts={3}
                head={[text.reason, text.date, text.payment, text.inFile, text.own, text.difference]}
                rows={data.differences.map((each) => ({
                  key: `${each.kind} ${each.movement} ${each.paymentUid} ${each.date}`,
                  cells: cellsOf(each),
                }))}
              />
            </>
          )}
        </>
      )}
    </Panel>
  )
}

const cellsOf = ({ kind, movement, date, orderId, merchantUid, fileAmount, ownAmount }: Difference) => [
  `${text.movements[movement]} · ${text.kinds[kind]}`,
  spanOf(date, date),
  orderId === null ? (
    merchantUid
  ) : (
    <Link key={orderId} to="/manage/orders/$id" params={{ id: orderId }} className={styles.link}>
      {merchantUid}
    </Link>
  ),
  wonOf(fileAmount),
  wonOf(ownAmount),
  wonOf(fileAmount - ownAmount),
]
