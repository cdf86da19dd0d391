import { deleteAppSetting, putAppSetting } from '@kingcar/client'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { copy } from '../text/copy.ts'

export type SettingInput = { key: string; value: unknown; description?: string | null }

/** Writes a setting and refetches the list. */
export function useSettings() {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['appSettings'] })
  return {
    refresh,
    put: async (input: SettingInput) => {
      await call(putAppSetting, input)
      await refresh()
      notify.success(copy.actions.saved)
    },
    remove: async (key: string, message: string) => {
      await call(deleteAppSetting, { key })
      await refresh()
      notify.success(message)
    },
  }
}
