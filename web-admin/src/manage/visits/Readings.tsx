import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { everyDeviceQuery } from '../api/queries.ts'
import { Button, Pill } from '../components/controls.tsx'
import { Empty } from '../components/Empty.tsx'
import { type Column, Table } from '../list/Table.tsx'
import { percent, timeOf } from '../text/format.ts'
import { otherCandidates } from './candidates.ts'
import { text } from './copy.ts'
import { type Reading, ReadingDialog } from './ReadingDialog.tsx'
import styles from './visits.module.css'

const labels = text.detail

/** The reads of a visit. */
export function Readings({ readings }: { readings: readonly Reading[] }) {
  const { data: devices } = useQuery(everyDeviceQuery)
  const [shown, setShown] = useState<Reading>()
  const names = new Map(devices?.map(({ id, name }) => [id, name]))
  return (
    <section className={styles.readings} aria-labelledby="readings">
      <h2 id="readings">{labels.readings}</h2>
      {readings.length === 0 ? (
        <Empty title={labels.noReadings} />
      ) : (
        <Table
          caption={labels.readings}
          columns={columnsOf(devices && names, setShown)}
          rows={readings}
          keyOf={({ readId }) => readId}
          dimmed={({ rejected }) => rejected !== null}
        />
      )}
      {shown !== undefined && <ReadingDialog reading={shown} onClose={() => setShown(undefined)} />}
    </section>
  )
}

/** `names`: device names by id, undefined while loading. `show` opens the picture of a read. */
const columnsOf = (
  names: ReadonlyMap<string, string> | undefined,
  show: (reading: Reading) => void,
): Column<Reading>[] => [
  { key: 'at', title: labels.readAt, width: '15%', card: 'side', cell: ({ recognizedAt }) => timeOf(recognizedAt) },
  {
    key: 'plate',
    title: labels.asRead,
    width: '20%',
    card: 'head',
    cell: (reading) => (
      <>
        <b className={styles.raw}>{reading.carNumber}</b>
        {otherCandidates(reading).length > 0 && (
          <span className={styles.candidates}>
            {labels.candidates(
              otherCandidates(reading)
                .map((each) => `${each.carNumber} ${percent(each.confidence, 1)}`)
                .join(', '),
            )}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'device',
    title: labels.device,
    width: '19%',
    cell: ({ deviceId }) => (deviceId === null ? labels.byHand : names && (names.get(deviceId) ?? labels.goneDevice)),
  },
  {
    key: 'confidence',
    title: labels.confidence,
    width: '12%',
    numeric: true,
    cell: ({ confidence }) => percent(confidence, 1),
  },
  {
    key: 'direction',
    title: labels.direction,
    width: '11%',
    cell: ({ direction }) => direction && labels[direction],
  },
  {
    key: 'result',
    title: labels.result,
    width: '13%',
    cell: ({ rejected }) =>
      rejected === null ? (
        <Pill tone="ok">{labels.accepted}</Pill>
      ) : (
        <Pill tone="warn">{labels.rejected[rejected]}</Pill>
      ),
  },
  {
    key: 'picture',
    title: labels.picture,
    width: '10%',
    card: 'foot',
    cell: (reading) =>
      reading.imageId && (
        <Button aria-label={labels.showPicture(reading.carNumber)} onClick={() => show(reading)}>
          {labels.picture}
        </Button>
      ),
  },
]
