import type { VisitRow } from '@kingcar/contract'
import { Link } from '@tanstack/react-router'
import { Plate } from '../../ui/plate/Plate.tsx'
import { useMay } from '../api/rights.tsx'
import { Button } from '../components/controls.tsx'
import { Moment } from '../components/Moment.tsx'
import { useToastedAction } from '../components/use-toasted-action.ts'
import { text as saleText } from '../counter-sales/copy.ts'
import { PlatePicture } from '../images/PlatePicture.tsx'
import { copy } from '../text/copy.ts'
import { text as visitText } from '../visits/copy.ts'
import styles from './board.module.css'
import { text } from './copy.ts'
import { entitlementOf } from './entitlement.ts'

/** The tasks that can be done with a visit on its tile. */
export type Task = 'correct' | 'use' | 'reverse' | 'sell'

/** Loads the data of a task, and opens its dialog. */
export type Ask = (task: Task, visit: VisitRow) => Promise<unknown>

type TileProps = {
  visit: VisitRow
  isNewest: boolean
  /** Whether the board has the cars of several stores. */
  showsStore: boolean
  ask: Ask
}

/** A car with its entitlement and the actions for it. */
export function Tile({ visit, isNewest, showsStore, ask }: TileProps) {
  const { id, carNumber, memberId, name, visitCount, storeName, recognizedAt, imageId, boundingBox, productUsed } =
    visit
  const may = useMay()
  const { tone, word, rest } = entitlementOf(visit)
  const button = (task: Task, label: string) => <TaskButton {...{ task, label, visit, ask }} />
  return (
    <li id={id} tabIndex={-1} className={styles.tile} data-tone={tone} data-newest={isNewest || undefined}>
      <Link to="/manage/visits/$id" params={{ id }} className={styles.car}>
        <Plate carNumber={carNumber} />
        {imageId != null && <PlatePicture {...{ imageId, boundingBox }} />}
      </Link>
      <p className={styles.who}>
        <b>{name}</b> <span>{text.nth(visitCount)}</span>
      </p>
      <p className={styles.state}>
        <b>{word}</b> {rest !== null && <span>{rest}</span>}
      </p>
      <p className={styles.when}>
        <Moment at={recognizedAt} /> {showsStore && <span>{storeName}</span>} {isNewest && <b>{text.newest}</b>}
      </p>
      <div className={styles.actions}>
        {may('correctVisit') && button('correct', visitText.correct.open)}
        {memberId !== null &&
          productUsed === null &&
          may('createUseLog') &&
          may('listUserProducts') &&
          button('use', text.use)}
        {productUsed !== null && may('reverseUseLog') && may('listUseLogs') && button('reverse', text.reverse)}
        {memberId !== null && productUsed === null && may('sellProduct') && button('sell', saleText.open)}
      </div>
    </li>
  )
}

type TaskButtonProps = { task: Task; label: string; visit: VisitRow; ask: Ask }

function TaskButton({ task, label, visit, ask }: TaskButtonProps) {
  const { busy, act } = useToastedAction(copy.failures.action, ask)
  return (
    <Button aria-label={text.of(label, visit.carNumber)} busy={busy} onClick={() => act(task, visit)}>
      {label}
    </Button>
  )
}
