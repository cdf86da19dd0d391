import { getGate } from '@kingcar/client'
import { type Device, gateModeLabels } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { age } from '../../ui/age.ts'
import { entityQuery, everyDeviceQuery } from '../api/queries.ts'
import { useMay } from '../api/rights.tsx'
import { serverTimeOf } from '../api/use-server-now.ts'
import { Button, Pill, type Tone } from '../components/controls.tsx'
import { useLoadFailure } from '../components/use-load-failure.ts'
import { copy } from '../text/copy.ts'
import { amount } from '../text/format.ts'
import styles from './board.module.css'
import { text } from './copy.ts'
import type { OfStore } from './use-board.ts'

const labels = text.device
/** Milliseconds between requests, and the age from which a state is outdated. */
const interval = 15_000
const staleAfter = 3 * interval

/** Whether the recognizers can see cars, and how the gate opens. */
export function Recognizers({ ofStore: { storeId }, now }: { ofStore: OfStore; now: number }) {
  const may = useMay()
  const mayList = may('listDevices')
  const query = useQuery({ ...everyDeviceQuery, enabled: mayList, refetchInterval: interval })
  const { data, dataUpdatedAt, isFetching, refetch } = query
  const failure = useLoadFailure(query)
  const devices = data?.filter((device) => storeId === undefined || device.storeId === storeId)
  const hasGate = devices?.some(({ gateOutput }) => gateOutput) ?? false
  const gate = useQuery({
    ...entityQuery(getGate, { id: storeId ?? '' }),
    enabled: storeId !== undefined && hasGate && may('getGate'),
    refetchInterval: interval,
  })
  if (!mayList) return null
  if (failure !== null)
    return (
      <>
        <Pill tone="warn">{labels.failed}</Pill>
        <Button busy={isFetching} onClick={() => !isFetching && void refetch()}>
          {copy.actions.retry}
        </Button>
      </>
    )
  const [tone, word, detail] = lightOf(devices, now - serverTimeOf(dataUpdatedAt) > staleAfter, now)
  return (
    <>
      <Pill tone={tone}>{word}</Pill>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      {gate.data !== undefined && <Pill tone="neutral">{text.gate(gateModeLabels[gate.data.result.mode])}</Pill>}
    </>
  )
}

type Seen = Pick<Device, 'name' | 'online' | 'lastSeenAt' | 'cameraOk'>

/** The most serious state of any recognizer, with the name of the first one in it. */
function lightOf(
  devices: readonly Seen[] | undefined,
  isStale: boolean,
  now: number,
): [tone: Tone, word: string, detail?: string] {
  if (devices === undefined) return ['neutral', labels.checking]
  if (isStale) return ['warn', labels.unknown]
  if (devices.length === 0) return ['warn', labels.none]
  const offline = devices.filter(({ online }) => !online)
  const [worst] = offline
  if (worst !== undefined) {
    const { name, lastSeenAt } = worst
    const detail = lastSeenAt === null ? labels.never(name) : labels.since(name, age(now - Date.parse(lastSeenAt)))
    return ['error', labels.offline(amount(offline.length)), detail]
  }
  const blind = devices.filter(({ cameraOk }) => cameraOk === false)
  if (blind[0] !== undefined) return ['error', labels.camera(amount(blind.length)), blind[0].name]
  return ['ok', labels.ok(amount(devices.length))]
}
