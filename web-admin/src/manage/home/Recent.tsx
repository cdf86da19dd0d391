import type { VisitRow } from '@kingcar/contract'
import { Link } from '@tanstack/react-router'
import { useId, useRef } from 'react'
import { Plate } from '../../ui/plate/Plate.tsx'
import charts from '../charts/charts.module.css'
import { Button } from '../components/controls.tsx'
import { Failure } from '../components/Failure.tsx'
import { Moment } from '../components/Moment.tsx'
import { PlatePicture } from '../images/PlatePicture.tsx'
import type { OfStore } from '../navigation/attention.ts'
import { announce } from '../page/announce.ts'
import { copy } from '../text/copy.ts'
import { amount } from '../text/format.ts'
import { text as visitText } from '../visits/copy.ts'
import { useSpokenArrivals } from '../visits/use-spoken-arrivals.ts'
import { useVisits } from '../visits/use-visits.ts'
import { text } from './copy.ts'
import styles from './home.module.css'

const labels = text.recent
const size = 6

/** The latest visits. New ones wait behind a button, so that the list never moves by itself. */
export function Recent({ ofStore }: { ofStore: OfStore }) {
  const {
    query,
    waiting: { count: waiting },
  } = useVisits({ filter: ofStore, size })
  const list = useRef<HTMLUListElement>(null)
  const id = useId()
  useSpokenArrivals(waiting > 0 ? visitText.arrived(amount(waiting)) : undefined)
  const showNew = async () => {
    await query.refetch()
    // The button disappears, so the focus moves to the list.
    list.current?.focus({ preventScroll: true })
    announce(visitText.refreshed)
  }
  const rows = query.data?.content
  return (
    <section className={charts.card} aria-labelledby={id}>
      <div className={charts.cardHead}>
        <h2 id={id}>{labels.title}</h2>
        {waiting > 0 && (
          <Button tone="primary" onClick={() => void showNew()}>
            {visitText.show(amount(waiting))}
          </Button>
        )}
      </div>
      {query.error !== null && (
        <Failure title={copy.failures.list} cause={query.error} retry={() => void query.refetch()} />
      )}
      {rows === undefined && query.error === null && <div className={charts.bones} aria-busy role="status" />}
      {rows?.length === 0 && <p className={charts.sentence}>{visitText.empty}</p>}
      <ul ref={list} className={styles.recent} tabIndex={-1}>
        {rows?.map((visit) => (
          <Row key={visit.id} visit={visit} />
        ))}
      </ul>
      <Link to="/manage/visits" search={ofStore} className={styles.all}>
        {labels.all}
      </Link>
    </section>
  )
}

function Row({ visit }: { visit: VisitRow }) {
  const { id, carNumber, memberId, name, visitCount, storeName, recognizedAt, mergedInto, imageId, boundingBox } = visit
  const describe = memberId === null ? labels.guest : labels.member
  return (
    <li className={mergedInto === null ? undefined : styles.mergedAway}>
      <Link to="/manage/visits/$id" params={{ id }}>
        <PlatePicture {...{ imageId, boundingBox }} />
        <Plate carNumber={carNumber} />
        <span className={styles.who}>
          {describe(name, amount(visitCount))}
          <small>{storeName}</small>
        </span>
        <Moment at={recognizedAt} />
      </Link>
    </li>
  )
}
