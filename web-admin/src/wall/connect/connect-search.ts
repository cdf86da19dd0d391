/** Search parameters of the live screen. */
export type ConnectSearch = {
  /** Only visits of this store. */
  storeId?: string
  /** The server masks names and plates. */
  mask?: true
  /** An unattended screen, without switches. */
  kiosk?: 1
}

/** Parses the search parameters. Any value but false, 0 or 'false' switches a flag on, so that in doubt the screen is masked. */
export function connectSearch({ storeId, mask, kiosk }: Record<string, unknown>): ConnectSearch {
  return {
    ...(typeof storeId === 'string' ? { storeId } : {}),
    ...(isOn(mask) ? { mask: true } : {}),
    ...(isOn(kiosk) ? { kiosk: 1 } : {}),
  }
}

const isOn = (value: unknown) => value !== undefined && value !== false && value !== 0 && value !== 'false'
