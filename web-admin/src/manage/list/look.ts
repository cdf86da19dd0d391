import { useState } from 'react'
import { currentAdminId } from '../api/current-admin-id.ts'

/** Heights of a row. */
export const densities = ['compact', 'normal', 'wide'] as const
export type Density = (typeof densities)[number]

/**
 * The appearance of lists for an administrator: the height of rows in all lists, and the hidden columns of each list,
 * by its path.
 */
type Look = { density: Density; hidden: Readonly<Record<string, readonly string[]>> }

const none: readonly string[] = []
const ownKey = () => `look.${currentAdminId() ?? ''}`

/** The stored appearance; values that the console did not write itself count as absent. */
function readLook(): Look {
  let found: unknown
  try {
    found = JSON.parse(localStorage.getItem(ownKey()) ?? '{}')
  } catch {} // invalid JSON, not written by the console
  const { density, hidden }: { density?: unknown; hidden?: unknown } = { ...(found as object) }
  return {
    density: densities.find((each) => each === density) ?? 'normal',
    hidden: Object.fromEntries(
      Object.entries({ ...(hidden as object) }).filter((entry): entry is [string, string[]] => Array.isArray(entry[1])),
    ),
  }
}

/** The appearance of one list, stored in this browser, and functions that change it. */
export function useLook(list: string) {
  const [look, setLook] = useState(readLook)
  const hidden = look.hidden[list] ?? none
  const change = (changes: Partial<Look>) => {
    // Read again, because another tab may have changed another list.
    const changed = { ...readLook(), ...changes }
    localStorage.setItem(ownKey(), JSON.stringify(changed))
    setLook(changed)
  }
  return {
    density: look.density,
    hidden,
    setDensity: (density: Density) => change({ density }),
    setHidden: (key: string, isHidden: boolean) => {
      const others = hidden.filter((each) => each !== key)
      change({ hidden: { ...readLook().hidden, [list]: isHidden ? [...others, key] : others } })
    },
  }
}
