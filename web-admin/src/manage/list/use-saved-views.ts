import { listAppSettings, putAppSetting } from '@kingcar/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { currentAdminId } from '../api/current-admin-id.ts'
import { settingsQuery } from '../api/queries.ts'
import { copy } from '../text/copy.ts'
import { listOf, ownPrefix, type SavedView, sharedViewsKey, viewsIn, withoutView, withView } from './saved-views.ts'

const text = copy.views

/** localStorage key of the administrator's own views. */
const ownKey = () => ownPrefix + (currentAdminId() ?? '')

function readOwn(): SavedView[] {
  try {
    return viewsIn(JSON.parse(localStorage.getItem(ownKey()) ?? '[]'))
  } catch {
    return [] // invalid JSON, not written by the console
  }
}

type Change = (views: readonly SavedView[], view: SavedView) => SavedView[]

/** The saved views of a list: own ones, stored in this browser, and shared ones, visible to all administrators. */
export function useSavedViews(list: string) {
  const client = useQueryClient()
  const [own, setOwn] = useState(readOwn)
  const { data: settings } = useQuery({ ...settingsQuery, staleTime: 60_000 })
  const shared = viewsIn(settings?.find(({ key }) => key === sharedViewsKey)?.value)
  const ofList = (views: readonly SavedView[]) => views.filter((view) => listOf(view) === list)

  const changeOwn = (change: Change, view: SavedView) => {
    const views = change(readOwn(), view)
    localStorage.setItem(ownKey(), JSON.stringify(views))
    setOwn(views)
  }
  /** Applies a change to the current setting, loaded again first. Settings have no ETag, so of two concurrent writes the last wins. */
  const changeShared = async (change: Change, view: SavedView) => {
    const found = await call(listAppSettings, {})
    const value = change(viewsIn(found.find(({ key }) => key === sharedViewsKey)?.value), view)
    await call(putAppSetting, { key: sharedViewsKey, value, description: text.setting })
    await client.invalidateQueries({ queryKey: settingsQuery.queryKey })
  }

  return {
    own: ofList(own),
    shared: ofList(shared),
    save: async (view: SavedView, forAll: boolean) => {
      if (forAll) await changeShared(withView, view)
      else changeOwn(withView, view)
      notify.success(text.saved(view.name))
    },
    remove: (view: SavedView) => {
      changeOwn(withoutView, view)
      notify.success(copy.removal.removed(view.name), {
        ...{ label: copy.removal.undo, run: () => changeOwn(withView, view) },
      })
    },
    removeShared: async (view: SavedView) => {
      await changeShared(withoutView, view)
      notify.success(copy.removal.removed(view.name))
    },
  }
}
