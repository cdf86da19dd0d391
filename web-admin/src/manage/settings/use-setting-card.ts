import { listAppSettings } from '@kingcar/client'
import type { AppSetting } from '@kingcar/contract'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../api/api.ts'
import { useSettings } from './use-settings.ts'

/** What is typed on a card and not saved, as the page knows it. */
export type Typed = { isTyped: boolean; onTyped: (isTyped: boolean) => void }

/** How a setting stands that somebody else has changed meanwhile; undefined where it is gone. */
export type Newer = { setting: AppSetting | undefined }

/**
 * A setting on its card. What is typed stays whatever the list brings meanwhile, and is not saved over what somebody else has
 * set since: that is shown first. The contract has no `If-Match` here, so that the moment between the look and the write remains.
 */
export function useSettingCard(key: string, setting: AppSetting | undefined, { isTyped, onTyped }: Typed) {
  const { put, refresh } = useSettings()
  const [newer, setNewer] = useState<Newer>()
  const shown = useRef(setting)
  if (!isTyped) shown.current = setting
  const seen = isTyped && newer !== undefined ? newer.setting : shown.current

  const save = async (value: unknown): Promise<void> => {
    const now = (await call(listAppSettings, {})).find((each) => each.key === key)
    if ((now?.updatedAt ?? null) !== (seen?.updatedAt ?? null)) {
      setNewer({ setting: now })
      // One that is gone stays on its card while something is typed there.
      if (now !== undefined || !isTyped) await refresh()
      return
    }
    await put({ key, value })
    setNewer(undefined)
    onTyped(false)
  }
  return { shown: shown.current, newer, save, onInput: (event: FormEvent) => onTyped(isChanged(event.target)) }
}

/** Whether a field of text holds something else than it began with; a switch is saved as it is switched. */
const isChanged = (field: EventTarget): boolean =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
  field.type !== 'checkbox' &&
  field.value !== field.defaultValue
