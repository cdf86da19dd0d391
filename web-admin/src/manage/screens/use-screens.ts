import { type CallInput, deleteScreen, listScreens, messageScreen } from '@kingcar/client'
import type { Screen } from '@kingcar/contract'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { useToastedAction } from '../components/use-toasted-action.ts'
import { focusTitle } from '../page/focus-title.ts'
import { copy } from '../text/copy.ts'
import { deleteWithUndo } from '../undo/undoable-delete.ts'
import { text } from './copy.ts'

/** One page of screens, refetched while it is visible. */
export const screensQuery = (input: CallInput<'member', 'listScreens'>) =>
  queryOptions({
    queryKey: ['screens', input],
    queryFn: () => call(listScreens, input),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  })

/** The actions on a screen that need no dialog; a deletion can be undone. */
export function useScreens() {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['screens'] })
  const { act: reload } = useToastedAction(copy.failures.action, async ({ id, name }: Screen) => {
    await call(messageScreen, { id, reload: true })
    notify.success(text.reloaded(name))
  })
  return {
    refresh,
    reload,
    remove: ({ id, name }: Screen) => {
      deleteWithUndo({ id, name, op: deleteScreen, input: { id }, refresh })
      focusTitle()
    },
  }
}
