import { listAppSettings } from '@kingcar/client'
import type { AppSetting } from '@kingcar/contract'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../api/api.ts'
import { useSettings } from './use-settings.ts'

/** Whether a card has unsaved input, and its text; the state is kept in the page. */
export type Typed = { isTyped: boolean; onTyped: (isTyped: boolean, entered?: string) => void }

/** A setting that was changed by another administrator; undefined if it was deleted. */
export type Newer = { setting: AppSetting | undefined }

/**
 * A setting on its card. Unsaved input stays when the list is refetched. Before saving, the current value is loaded: if it was
 * changed by another administrator, it is shown instead of being overwritten. The contract has no `If-Match` for settings, so
 * a change between that check and the write is still lost.
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
      // A deleted setting keeps its card while there is unsaved input.
      if (now !== undefined || !isTyped) await refresh()
      return
    }
    await put({ key, value })
    setNewer(undefined)
    onTyped(false)
  }
  return {
    shown: shown.current,
    newer,
    save,
    onInput: ({ target }: FormEvent) => onTyped(isChanged(target), isText(target) ? target.value : ''),
  }
}

/** Whether a text field differs from its default value; switches are saved immediately. */
const isChanged = (field: EventTarget): boolean =>
  isText(field) && field.type !== 'checkbox' && field.value !== field.defaultValue

const isText = (field: EventTarget): field is HTMLInputElement | HTMLTextAreaElement =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
