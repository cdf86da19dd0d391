import {
  isKnownSetting,
  knownSettings,
  type SettingKey,
  type SettingValue,
  settingKeys,
  settingPrefix,
} from '@kingcar/contract'
import { Value } from 'typebox/value'
import type { Settings, StreamMessage } from '../types.ts'

export type SettingsView = Settings & { apply(message: StreamMessage): void }

/** Holds the known settings in memory; a setting has its default until the stream SETTINGS contains a value. */
export function createSettings(): SettingsView {
  const values = new Map<SettingKey, unknown>(settingKeys.map((key) => [key, knownSettings[key].default]))
  const listeners: ((key: SettingKey) => void)[] = []
  return {
    get: <K extends SettingKey>(key: K) => values.get(key) as SettingValue<K>,
    onChange: (listener) => void listeners.push(listener),
    apply({ subject, data }) {
      const key = subject.slice(settingPrefix.length)
      if (!isKnownSetting(key)) return
      const value = readValue(data)
      // another release may have written another type: then the default is used
      values.set(key, Value.Check(knownSettings[key].schema, value) ? value : knownSettings[key].default)
      for (const listener of listeners) listener(key)
    },
  }
}

/** Parses `{"value": …}`; invalid data counts as unset. */
function readValue(data: Uint8Array): unknown {
  try {
    return (JSON.parse(Buffer.from(data).toString()) as { value?: unknown } | null)?.value
  } catch {
    return undefined
  }
}
