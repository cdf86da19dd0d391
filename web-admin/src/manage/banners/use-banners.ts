import { deleteBanner, listBanners, updateBanners } from '@kingcar/client'
import type { Banner } from '@kingcar/contract'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { exchange } from '../../api/api.ts'
import { entityQuery } from '../api/queries.ts'
import { changeList } from '../list/change-list.ts'
import { displayOrdersOf } from '../list/reorder.ts'
import { focusTitle } from '../page/focus-title.ts'
import { deleteWithUndo } from '../undo/undoable-delete.ts'

export const bannersQuery = entityQuery(listBanners, {})

/** Invalidates the list and the single banners, after a write. */
export const refreshBanners = (client: QueryClient) =>
  Promise.all(['listBanners', 'getBanner', 'auditLogs'].map((key) => client.invalidateQueries({ queryKey: [key] })))

/** All banners, with the functions to reorder, show or hide, and delete them. */
export function useBanners() {
  const query = useQuery(bannersQuery)
  const client = useQueryClient()
  const refresh = () => refreshBanners(client)

  const change = (next: Banner[], banners: { id: string; displayOrder?: number; visible?: boolean }[]) =>
    changeList(client, {
      ...{ queryKey: bannersQuery.queryKey, next, refresh },
      send: async (options) => {
        const { result, etag } = await exchange(updateBanners, { banners }, options)
        const updated = new Map(result.map((banner) => [banner.id, banner]))
        // The response has only the changed banners.
        return { result: next.map((banner) => updated.get(banner.id) ?? banner), etag }
      },
    })

  return {
    query,
    arrange: (next: Banner[]) => change(next, displayOrdersOf(next)),
    show: ({ id }: Banner, visible: boolean) =>
      change(
        (query.data?.result ?? []).map((each) => (each.id === id ? { ...each, visible } : each)),
        [{ id, visible }],
      ),
    remove: ({ id, title }: Banner) => {
      deleteWithUndo({ id, name: title, op: deleteBanner, input: { bannerId: id }, refresh })
      focusTitle()
    },
  }
}
