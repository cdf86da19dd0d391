import { arrangeProducts, deleteProduct, updateProduct } from '@kingcar/client'
import type { Product } from '@kingcar/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, exchange } from '../../api/api.ts'
import { productListQuery } from '../api/queries.ts'
import { changeList } from '../list/change-list.ts'
import { displayOrdersOf } from '../list/reorder.ts'
import { focusTitle } from '../page/focus-title.ts'
import { deleteWithUndo } from '../undo/undoable-delete.ts'
import type { SubscriptionsDecision } from './RemoveProduct.tsx'
import { keepIfUndecided } from './undecided-deletion.ts'

/** Invalidates the list and the single products, after a write. */
export const refreshProducts = (client: QueryClient) =>
  Promise.all(['listProducts', 'getProduct', 'auditLogs'].map((key) => client.invalidateQueries({ queryKey: [key] })))

/** All products, with the functions to reorder them, put them on or off sale, and delete them. */
export function useProducts() {
  const query = useQuery(productListQuery)
  const client = useQueryClient()
  const refresh = () => refreshProducts(client)
  const setOnSale = ({ id }: Product, onSale: boolean) => call(updateProduct, { id, onSale })

  return {
    query,
    refresh,
    setOnSale,
    arrange: (next: Product[]) =>
      changeList(client, {
        ...{ queryKey: productListQuery.queryKey, next, refresh },
        send: (options) => exchange(arrangeProducts, { products: displayOrdersOf(next) }, options),
      }),
    sell: async (product: Product, onSale: boolean) => {
      await setOnSale(product, onSale)
      await refresh()
    },
    remove: (product: Product, subscriptions?: SubscriptionsDecision) => {
      const { id, name } = product
      const input = subscriptions === undefined ? { id } : { id, subscriptions }
      const onFailure = (cause: unknown) => keepIfUndecided(product, cause)
      deleteWithUndo({ id, name, op: deleteProduct, input, refresh, onFailure })
      focusTitle()
    },
  }
}
