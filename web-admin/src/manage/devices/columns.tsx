import { type Device, deviceRoleLabels } from '@kingcar/contract'
import { Pill } from '../components/controls.tsx'
import { Moment } from '../components/Moment.tsx'
import type { Column } from '../list/Table.tsx'
import { copy } from '../text/copy.ts'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import { DeviceMenu, type DeviceTask } from './DeviceMenu.tsx'
import { describeDeviceError } from './device-error.ts'
import styles from './devices.module.css'

/** Milliseconds. A smaller clock skew is not shown. */
const noticeableSkew = 2_000
/** Seconds from which a clock skew is shown in minutes. */
const minutesFrom = 120

type Shown = { storeNames: ReadonlyMap<string, string>; begin: (task: DeviceTask) => void }

/** `begin` starts a task of the row's menu. */
export const columnsOf = ({ storeNames, begin }: Shown): Column<Device>[] => [
  {
    key: 'name',
    title: text.name,
    width: '17%',
    card: 'head',
    cell: ({ name, firmware }) => (
      <b className={styles.name} title={firmware === null ? undefined : text.firmware(firmware)}>
        {name}
      </b>
    ),
  },
  {
    key: 'store',
    title: text.store,
    width: '13%',
    cell: ({ storeId, laneName, role, gateOutput }) => (
      <>
        {storeNames.get(storeId) ?? ''}
        {laneName !== null && <div>{laneName}</div>}
        {role !== 'both' && <div>{deviceRoleLabels[role]}</div>}
        {gateOutput && <div>{text.opensGate}</div>}
      </>
    ),
  },
  {
    key: 'state',
    title: text.state,
    width: '12%',
    card: 'side',
    cell: ({ online, cameraOk }) => {
      if (!online) return <Pill tone="error">{text.offline}</Pill>
      return cameraOk === false ? <Pill tone="error">{text.cameraLost}</Pill> : <Pill tone="ok">{text.online}</Pill>
    },
  },
  {
    key: 'seen',
    title: text.seen,
    width: '12%',
    cell: ({ lastSeenAt, queueDepth }) => (
      <>
        {lastSeenAt === null ? text.never : <Moment at={lastSeenAt} />}
        {queueDepth !== null && queueDepth > 0 && <div>{text.queue(amount(queueDepth))}</div>}
      </>
    ),
  },
  {
    key: 'reads',
    title: text.reads,
    wide: true,
    width: '10%',
    numeric: true,
    cell: (device) => amount(device.readsToday),
  },
  { key: 'skew', title: text.skew, wide: true, width: '12%', cell: ({ clockSkewMs }) => skew(clockSkewMs) },
  {
    key: 'error',
    title: text.error,
    width: '18%',
    cell: ({ lastError, lastErrorAt, refusedToday }) => (
      <>
        {lastError && <span className={styles.error}>{describeDeviceError(lastError)}</span>}
        {lastErrorAt !== null && (
          <div>
            <Moment at={lastErrorAt} />
          </div>
        )}
        {refusedToday > 0 && <div>{text.refused(amount(refusedToday))}</div>}
      </>
    ),
  },
  {
    key: 'tasks',
    title: copy.actions.column,
    width: '6%',
    card: 'foot',
    untitled: true,
    cell: (device) => <DeviceMenu device={device} begin={begin} />,
  },
]

function skew(milliseconds: number | null): string | null {
  if (milliseconds === null || Math.abs(milliseconds) <= noticeableSkew) return null
  const seconds = Math.abs(milliseconds) / 1000
  const time =
    seconds < minutesFrom
      ? text.seconds(seconds.toLocaleString('ko-KR', { maximumFractionDigits: 1 }))
      : text.minutes(amount(Math.round(seconds / 60)))
  return milliseconds > 0 ? text.ahead(time) : text.behind(time)
}
