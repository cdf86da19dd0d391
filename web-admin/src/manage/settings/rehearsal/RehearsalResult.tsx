import type { Rehearsal, RehearsalExample, RehearsedVisit, RehearsalResult as Result } from '@kingcar/contract'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { Pill } from '../../components/controls.tsx'
import { Moment } from '../../components/Moment.tsx'
import { SmallPlate } from '../../components/SmallPlate.tsx'
import { Picture } from '../../images/Picture.tsx'
import { amount, fullDateOf, momentOf, percent } from '../../text/format.ts'
import { text } from './copy.ts'
import styles from './rehearsal.module.css'
import { editorOf, rehearsedNames, valueText } from './rehearsal-input.ts'

type Kind = Exclude<keyof Result, 'visits'>
const kinds = Object.keys(text.changes) as Kind[]

type RehearsalResultProps = {
  rehearsal: Rehearsal
  result: Result
  /** Name of its store; undefined for all. */
  store: string | undefined
}

/** The number of visits before and after, and the changes, with examples. */
export function RehearsalResult({
  rehearsal: { from, to, settings, current: inForce },
  result,
  store,
}: RehearsalResultProps) {
  const id = useId()
  const { current, rehearsed } = result.visits
  const lastInstant = new Date(Date.parse(to) - 1).toISOString() // `to` is exclusive
  return (
    <section className={styles.result} aria-labelledby={id}>
      <h3 id={id}>{text.result}</h3>
      <p className={styles.small}>{text.tested(fullDateOf(from), fullDateOf(lastInstant), store ?? text.everyStore)}</p>
      {rehearsedNames
        .filter((name) => settings[name] !== inForce[name])
        .map((name) => (
          <p key={name} className={styles.small}>
            {text.tried(editorOf(name)?.title ?? name, valueText(name, inForce[name]), valueText(name, settings[name]))}
          </p>
        ))}
      <p className={styles.figures}>
        {text.visits} <b>{text.count(amount(current))}</b> <span aria-hidden>→</span>{' '}
        <b>{text.count(amount(rehearsed))}</b>
      </p>
      {kinds.every((kind) => result[kind].count === 0) && <p>{text.same}</p>}
      {kinds.map((kind) => (
        <Changes key={kind} kind={kind} changes={result[kind]} />
      ))}
    </section>
  )
}

/** One kind of change. Its examples, with their pictures, are loaded when it is opened. */
function Changes({ kind, changes: { count, examples } }: { kind: Kind; changes: Result[Kind] }) {
  const [isOpen, setIsOpen] = useState(false)
  const [title, effect] = text.changes[kind]
  const heading = (
    <>
      <b>{title}</b> <span className={styles.count}>{text.count(amount(count))}</span>
    </>
  )
  if (count === 0) return <p className={styles.none}>{heading}</p>
  return (
    <details className={styles.changes} open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{heading}</summary>
      {isOpen && (
        <>
          <p className={styles.small}>
            {effect} {examples.length < count && text.examples(amount(examples.length), amount(count))}
          </p>
          <ul className={styles.examples} aria-label={title}>
            {examples.map((example) => (
              <Example key={keyOf(example)} example={example} />
            ))}
          </ul>
        </>
      )}
    </details>
  )
}

/** A car has at most one example at a time of a kind. */
const keyOf = ({ storeId, carNumber, current, rehearsed }: RehearsalExample) =>
  [storeId, carNumber, current[0]?.recognizedAt, rehearsed[0]?.recognizedAt].join(' ')

function Example({ example: { storeName, carNumber, current, rehearsed } }: { example: RehearsalExample }) {
  const imageId = [...current, ...rehearsed].find((visit) => visit.imageId !== null)?.imageId
  return (
    <li className={styles.example}>
      {imageId ? (
        <Picture imageId={imageId} alt={text.picture(carNumber)} className={styles.picture} />
      ) : (
        <span className={`${styles.picture} ${styles.noPicture}`}>{text.noPicture}</span>
      )}
      <div className={styles.facts}>
        <div className={styles.car}>
          <SmallPlate carNumber={carNumber} />
          <span>{storeName}</span>
        </div>
        <dl>
          <div>
            <dt>{text.before}</dt>
            <Visits visits={current} carNumber={carNumber} />
          </div>
          <div>
            <dt>{text.after}</dt>
            <Visits visits={rehearsed} carNumber={carNumber} />
          </div>
        </dl>
      </div>
    </li>
  )
}

function Visits({ visits, carNumber }: { visits: readonly RehearsedVisit[]; carNumber: string }) {
  if (visits.length === 0) return <dd className={styles.small}>{text.none}</dd>
  return visits.map(({ recognizedAt, reads, confidence, doubtful, visitId }) => (
    <dd key={recognizedAt} className={styles.visit}>
      <Moment at={recognizedAt} />
      {doubtful && <Pill tone="warn">{text.doubtful}</Pill>}
      <span className={styles.small}>{text.read(amount(reads), percent(confidence, 1))}</span>
      {visitId !== null && (
        // Opens in a new tab, so that the typed values and the result stay.
        <Link
          to="/manage/visits/$id"
          params={{ id: visitId }}
          target="_blank"
          aria-label={text.visitOf(carNumber, momentOf(recognizedAt))}
        >
          {text.visit}
        </Link>
      )}
    </dd>
  ))
}
