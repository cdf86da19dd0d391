import { countUserProducts, exportUserProducts, listUserProducts } from '@kingcar/client'
import {
  priceConsentStates,
  productTypeLabels,
  productTypes,
  renewalStates,
  userProductStates,
} from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { listQuery, productsQuery } from '../api/queries.ts'
import { IfMay } from '../api/rights.tsx'
import { Button } from '../components/controls.tsx'
import { userProductStateBadges } from '../components/state-badges.ts'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { CsvButton } from '../list/CsvButton.tsx'
import { ChoiceFilter, Filters, SearchFilter } from '../list/filters.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { listInputOf } from '../list/list-search.ts'
import { MemberFilter, useFilteredMember } from '../list/MemberFilter.tsx'
import { useChosenRows } from '../list/use-chosen-rows.tsx'
import { countedBy, type ListView } from '../list/ViewTabs.tsx'
import { useTaskDialog } from '../user-product-tasks/use-task-dialog.tsx'
import { columnsOf } from './columns.tsx'
import { text } from './copy.ts'

const loadGrant = async () => (await import('./GrantDialog.tsx')).GrantDialog

const states = userProductStates.map((state) => [state, userProductStateBadges[state][0]] as const)

const types = productTypes.map((type) => [type, productTypeLabels[type]] as const)
const consents = priceConsentStates.map((state) => [state, text.consent[state]] as const)
const renewals = renewalStates.map((renewal) => [renewal, text.renewal[renewal]] as const)

const counting = countedBy(countUserProducts)
const views: ListView[] = [
  { name: text.running, search: { type: 'subscribe', state: 'Available' } },
  { name: text.renewal.unpaid, search: { renewal: 'unpaid' }, needs: 'listOrders' },
  { name: text.openConsents, search: { priceConsent: 'open' } },
]

/** The products of members, which can be granted and revoked, and whose renewal can be stopped and resumed. */
export function UserProductsPage() {
  const { page, ...search } = useSearch({ from: '/manage/userProducts' })
  const input = listInputOf(search)
  const query = useQuery(listQuery(listUserProducts, { ...input, ...(page !== undefined && { page }) }))
  const { data: products = [] } = useQuery(productsQuery)
  const member = useFilteredMember(query.data)
  const { Dialog: GrantDialog, show, hide } = useLazyDialog(loadGrant, text.grant.openFailed)
  const { ask, dialog } = useTaskDialog()
  const columns = useMemo(() => columnsOf(ask), [ask])
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: [listUserProducts.name] })
  const csv = { personal: true, op: exportUserProducts, input, name: text.file }
  const bulk = useChosenRows({
    items: query.data?.content,
    nameOf: ({ productName, memberName }) => `${memberName} ${productName}`,
    csv,
  })

  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={
        <>
          <CsvButton {...csv} />
          <IfMay op="grantUserProduct">
            <Button tone="primary" onClick={show}>
              {text.grant.open}
            </Button>
          </IfMay>
        </>
      }
      filters={
        <Filters views={views} counting={counting}>
          <SearchFilter label={text.search} placeholder={text.searchHint} />
          <ChoiceFilter name="state" label={text.state} choices={states} />
          <ChoiceFilter name="type" label={text.type} choices={types} />
          <ChoiceFilter name="renewal" label={text.renewal.label} choices={renewals} />
          <ChoiceFilter name="priceConsent" label={text.consent.label} choices={consents} />
          <ChoiceFilter
            name="productId"
            label={text.product}
            choices={products.map(({ id, name }) => [id, name] as const)}
          />
          <MemberFilter member={member} />
        </Filters>
      }
      caption={text.list}
      columns={columns}
      keyOf={({ id }) => id}
      query={query}
      bulk={bulk}
      empty={{ title: text.empty, hint: text.emptyHint }}
      dimmed={({ state }) => state === 'Cancel' || state === 'Complete'}
    >
      {GrantDialog !== null && <GrantDialog member={member} onClose={hide} onGranted={refresh} />}
      {dialog}
    </ListPage>
  )
}
