import type { Device } from '@kingcar/contract'

/** Milliseconds. A clock that is further behind is treated as broken: its reads cannot be distinguished from old ones. */
const maxLag = 5 * 60_000

/** Milliseconds by which the slowest clock of the online cameras is behind the server's; reads of that camera look older by as much. */
export const clockLag = (devices: Pick<Device, 'online' | 'clockSkewMs'>[]): number =>
  Math.max(
    0,
    ...devices
      .filter(({ online, clockSkewMs }) => online && clockSkewMs !== null && -clockSkewMs <= maxLag)
      .map(({ clockSkewMs }) => -(clockSkewMs ?? 0)),
  )
