import type { Device } from '@kingcar/contract'

/** A clock that is further behind is broken, and its reads cannot be told from old ones. */
const mostLag = 5 * 60_000

/** Milliseconds by which the clock of the slowest camera in use is behind the server's: its reads look so much older. */
export const clockLag = (devices: Pick<Device, 'online' | 'clockSkewMs'>[]): number =>
  Math.max(
    0,
    ...devices
      .filter(({ online, clockSkewMs }) => online && clockSkewMs !== null && -clockSkewMs <= mostLag)
      .map(({ clockSkewMs }) => -(clockSkewMs ?? 0)),
  )
