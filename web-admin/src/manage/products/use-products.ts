import { arrangeProducts, deleteProduct, updateProduct } from '@kingcar/client'
import type { Product } from '@kingcar/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, exchange } from '../../api.ts'
import { focusTitle } from '../focus-title.ts'
import { placesOf } from '../list/arrangement.ts'
import { productListQuery } from '../query.ts'
import { remove } from '../removal.ts'

/** After a write: the list and what shows one of them. */
export const refreshProducts = (client: QueryClient) =>
  Promise.all(['listProducts', 'getProduct', 'auditLogs'].map((key) => client.invalidateQueries({ queryKey: [key] })))

type Listed = { result: Product[]; etag: string | null }

/** All products, and what can be done to them as a list. */
export function useProducts() {
  const query = useQuery(productListQuery)
  const client = useQueryClient()
  const refresh = () => refreshProducts(client)

  /** Shows the products in their new order, and asks for that; what fails is as it was. */
  const arrange = async (next: Product[]) => {
    await client.cancelQueries({ queryKey: productListQuery.queryKey })
    const before = client.getQueryData(productListQuery.queryKey)
    const show = (listed: Partial<Listed>) =>
      client.setQueryData(productListQuery.queryKey, (now) => now && Object.assign({}, now, listed))
    show({ result: next })
    try {
      const options = before?.etag ? { ifMatch: before.etag } : {}
      const { result, etag } = await exchange(arrangeProducts, { products: placesOf(next) }, options)
      show({ result, etag })
    } catch (cause) {
      show({ result: before?.result ?? next })
      throw cause
    } finally {
      await refresh()
    }
  }

  return {
    query,
    arrange,
    sell: async ({ id }: Product, onSale: boolean) => {
      await call(updateProduct, { id, onSale })
      await refresh()
    },
    remove: ({ id, name }: Product) => {
      remove({ id, name, refresh, send: () => call(deleteProduct, { id }) })
      focusTitle()
    },
  }
}
