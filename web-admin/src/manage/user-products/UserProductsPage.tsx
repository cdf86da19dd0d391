import { cancelUserProduct, exportUserProducts, listUserProducts } from '@kingcar/client'
import { type UserProductSummary, userProductStates } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { listQuery, productsQuery } from '../api/queries.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { Button } from '../components/controls.tsx'
import { ReasonDialog } from '../components/ReasonDialog.tsx'
import { userProductStateBadges } from '../components/state-badges.ts'
import { CsvButton } from '../list/CsvButton.tsx'
import { ChoiceFilter, Filters, SearchFilter } from '../list/filters.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { listInputOf } from '../list/list-search.ts'
import { MemberFilter, useFilteredMember } from '../list/MemberFilter.tsx'
import { columnsOf } from './columns.tsx'
import { text } from './copy.ts'
import { GrantDialog } from './GrantDialog.tsx'

const states = userProductStates.map((state) => [state, userProductStateBadges[state][0]] as const)

/** The products of members, which can be granted and revoked. */
export function UserProductsPage() {
  const { page, ...search } = useSearch({ from: '/manage/userProducts' })
  const input = listInputOf(search)
  const query = useQuery(listQuery(listUserProducts, { ...input, ...(page !== undefined && { page }) }))
  const { data: products = [] } = useQuery(productsQuery)
  const member = useFilteredMember(query.data)
  const [granting, setGranting] = useState(false)
  const [leaving, setLeaving] = useState<UserProductSummary>()
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: [listUserProducts.name] })
  const keyFor = useIdempotencyKey()

  const takeBack = async ({ id }: UserProductSummary, reason: string) => {
    try {
      const input = { id, reason }
      await call(cancelUserProduct, input, { idempotencyKey: keyFor(input) })
    } finally {
      // Refetched before the dialog closes, so that the row is up to date, also after a failure.
      await refresh()
    }
    setLeaving(undefined)
    notify.success(text.takenBack)
  }

  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={
        <>
          <CsvButton op={exportUserProducts} input={input} name={text.file} />
          <Button tone="primary" onClick={() => setGranting(true)}>
            {text.grant.open}
          </Button>
        </>
      }
      filters={
        <Filters>
          <SearchFilter label={text.search} placeholder={text.searchHint} />
          <ChoiceFilter name="state" label={text.state} choices={states} />
          <ChoiceFilter
            name="productId"
            label={text.product}
            choices={products.map(({ id, name }) => [id, name] as const)}
          />
          <MemberFilter member={member} />
        </Filters>
      }
      caption={text.list}
      columns={columnsOf(setLeaving)}
      keyOf={({ id }) => id}
      query={query}
      empty={{ title: text.empty, hint: text.emptyHint }}
      dimmed={({ state }) => state === 'Cancel' || state === 'Complete'}
    >
      {granting && <GrantDialog member={member} onClose={() => setGranting(false)} onGranted={refresh} />}
      {leaving !== undefined && (
        <ReasonDialog
          danger
          title={text.takeBackTitle(leaving.productName, leaving.memberName)}
          text={text.takeBackText}
          confirm={text.takeBack}
          run={(reason) => takeBack(leaving, reason)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </ListPage>
  )
}
