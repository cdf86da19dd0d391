import { listReadReviews, listVisits } from '@kingcar/client'
import { type DeviceWithSecret, reviewReasonLabels } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, session } from '../../api/api.ts'
import { everyDeviceQuery } from '../api/queries.ts'
import { SmallPlate } from '../components/SmallPlate.tsx'
import { text as words } from './copy.ts'
import { describeDeviceError } from './device-error.ts'
import styles from './devices.module.css'

const text = words.firstRead
/** Milliseconds between two polls for the read. */
const lookEvery = 2_000

/** Waits for the first read of a device since the dialog was opened, and shows its outcome. */
export function FirstRead({ device: { id, storeId } }: { device: Pick<DeviceWithSecret, 'id' | 'storeId'> }) {
  const [since] = useState(() => new Date(session.serverNow()).toISOString())
  const [readsBefore, setReadsBefore] = useState<number>()
  const { data: found } = useQuery({
    queryKey: ['firstRead', id, since],
    queryFn: () => lookFor(id, storeId, since),
    refetchInterval: ({ state }) => (state.data === undefined || state.data === null ? lookEvery : false),
  })
  const { data: devices } = useQuery({ ...everyDeviceQuery, refetchInterval: found ? false : lookEvery })
  const device = devices?.find((each) => each.id === id)
  if (device !== undefined && readsBefore === undefined) setReadsBefore(device.readsToday)
  const error = device?.lastError != null && (device.lastErrorAt ?? '') >= since ? device.lastError : undefined
  return (
    <div className={styles.firstRead} role="status">
      <span>{text.title}</span>
      {found ? (
        <Found {...found} />
      ) : error !== undefined ? (
        <p className={styles.error}>{describeDeviceError(error)}</p>
      ) : device !== undefined && readsBefore !== undefined && device.readsToday > readsBefore ? (
        <p>{text.received}</p>
      ) : (
        <p className={styles.hint}>{text.waiting}</p>
      )}
    </div>
  )
}

type FoundRead = { carNumber: string; reason?: string }

/** The visit that the device began, or its read that awaits a decision; null if there is none yet. */
async function lookFor(deviceId: string, storeId: string, since: string): Promise<FoundRead | null> {
  const [visits, reads] = await Promise.all([
    call(listVisits, { storeId, from: since }),
    call(listReadReviews, { deviceId, size: 1 }),
  ])
  const visit = visits.content.find((each) => each.deviceId === deviceId)
  if (visit) return { carNumber: visit.carNumber }
  const [read] = reads.content
  return read && read.receivedAt >= since
    ? { carNumber: read.carNumber, reason: reviewReasonLabels[read.reason] }
    : null
}

function Found({ carNumber, reason }: FoundRead) {
  if (reason !== undefined) return <p>{text.rejected(carNumber, reason)}</p>
  return (
    <p className={styles.found}>
      <SmallPlate carNumber={carNumber} />
      <span>{text.arrived}</span>
    </p>
  )
}
