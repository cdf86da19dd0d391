import { listPriceChanges, listUserProducts, withdrawPriceChange } from '@kingcar/client'
import { type PriceChange, type Product, seoulDate } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call, session } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { listQuery } from '../api/queries.ts'
import { IfMay } from '../api/rights.tsx'
import { Button } from '../components/controls.tsx'
import { ConfirmDialog } from '../components/Dialog.tsx'
import { Failure } from '../components/Failure.tsx'
import { Facts, Panel } from '../components/Panel.tsx'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { copy } from '../text/copy.ts'
import { amount, fullDateOf, wonOf } from '../text/format.ts'
import { text } from './price-copy.ts'

const load = async () => (await import('./AnnounceDialog.tsx')).AnnounceDialog

/** The announced prices of the running subscriptions of a product, and what their members have answered. */
export function PriceChanges({ product }: { product: Product }) {
  const { id } = product
  const { data = [], error, refetch } = useQuery(listQuery(listPriceChanges, { id }))
  const client = useQueryClient()
  const [withdrawing, setWithdrawing] = useState(false)
  const { Dialog: AnnounceDialog, show, hide } = useLazyDialog(load, copy.failures.dialog)
  const refresh = () =>
    Promise.all(
      [listPriceChanges.name, listUserProducts.name].map((key) => client.invalidateQueries({ queryKey: [key] })),
    )
  const withdraw = async () => {
    await call(withdrawPriceChange, { id })
    setWithdrawing(false)
    notify.success(text.withdrawn)
    await refresh()
  }
  const open = data.find(({ withdrawable }) => withdrawable)
  const isAhead = open !== undefined && open.fromDate > seoulDate(new Date(session.serverNow()))
  return (
    <Panel
      title={text.title}
      actions={
        <IfMay op="announcePriceChange">
          {open && <Button onClick={() => setWithdrawing(true)}>{text.withdraw}</Button>}
          {!isAhead && <Button onClick={show}>{text.announce}</Button>}
        </IfMay>
      }
    >
      {error !== null && <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />}
      {error === null && data.length === 0 && <p>{text.none}</p>}
      {data.map((change) => (
        <Facts key={change.id} facts={factsOf(change)} />
      ))}
      {AnnounceDialog !== null && <AnnounceDialog product={product} onAnnounced={refresh} onClose={hide} />}
      {withdrawing && open && (
        <ConfirmDialog
          title={text.withdrawTitle(wonOf(open.price))}
          text={isAhead ? text.withdrawText : text.withdrawLateText}
          confirm={text.withdraw}
          run={withdraw}
          onClose={() => setWithdrawing(false)}
        />
      )}
    </Panel>
  )
}

const factsOf = (change: PriceChange) =>
  [
    [text.change, text.changeOf(text.kinds[change.kind], wonOf(change.price), fullDateOf(change.fromDate))],
    change.withdrawnAt === null ? null : ([text.state, text.gone] as const),
    [text.waiting, text.count(amount(change.waiting))],
    ...(change.kind === 'raise' ? answersOf(change) : []),
  ] as const

/** The number of each answer, as a link to the members who gave it. */
const answersOf = ({ productId, open, accepted, declined }: PriceChange) =>
  (Object.entries({ open, accepted, declined }) as ['open' | 'accepted' | 'declined', number][]).map(
    ([priceConsent, count]) =>
      [
        text.answers[priceConsent],
        <Link key={priceConsent} to="/manage/userProducts" search={{ productId, priceConsent }}>
          {text.count(amount(count))}
        </Link>,
      ] as const,
  )
