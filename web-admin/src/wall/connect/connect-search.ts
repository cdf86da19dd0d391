/** What an address of the live screen may ask for. */
export type ConnectSearch = {
  /** Visits of one store alone. */
  storeId?: string
  /** Names and plates masked by the server. */
  mask?: true
  /** A screen that nobody operates: no switches on it. */
  kiosk?: 1
}

/** Reads the search of an address. In doubt masked: whoever writes `mask=1` means it. */
export function connectSearch({ storeId, mask, kiosk }: Record<string, unknown>): ConnectSearch {
  return {
    ...(typeof storeId === 'string' ? { storeId } : {}),
    ...(isOn(mask) ? { mask: true } : {}),
    ...(isOn(kiosk) ? { kiosk: 1 } : {}),
  }
}

const isOn = (value: unknown) => value !== undefined && value !== false && value !== 0 && value !== 'false'
