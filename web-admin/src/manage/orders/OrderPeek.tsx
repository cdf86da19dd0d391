import { getOrder } from '@kingcar/client'
import { useQuery } from '@tanstack/react-query'
import { entityQuery } from '../api/queries.ts'
import { Loaded } from '../form/EntityPage.tsx'
import { PeekPanel } from '../list/PeekPanel.tsx'
import type { PeekProps } from '../list/use-peek.tsx'
import { useRested } from '../list/use-rested.ts'
import { OrderFacts, OwedFacts, PaymentFacts } from './OrderFacts.tsx'
import { Timeline } from './Timeline.tsx'

/** The facts and the timeline of an order, beside the list. */
export function OrderPeek({ id, onClose }: PeekProps) {
  const query = useQuery(entityQuery(getOrder, { orderId: useRested(id) }))
  return (
    <PeekPanel onClose={onClose}>
      <Loaded query={query}>
        {({ result }) => (
          <>
            <OrderFacts order={result} />
            <PaymentFacts order={result} />
            <OwedFacts order={result} />
            <Timeline order={result} />
          </>
        )}
      </Loaded>
    </PeekPanel>
  )
}
