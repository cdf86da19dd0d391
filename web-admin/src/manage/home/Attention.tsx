import type { Attention as Result } from '@kingcar/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { age } from '../../ui/age.ts'
import { Failure } from '../components/Failure.tsx'
import { Icon } from '../components/Icon.tsx'
import { type OfStore, pageOf } from '../navigation/attention.ts'
import { amount, momentOf } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './home.module.css'

const labels = text.attention
type Item = Result['items'][number]
type Example = Item['examples'][number]

/** The filters of the list of a kind. */
const filtersOf: Partial<Record<Item['kind'], object>> = {
  failedRenewals: { renewal: 'unpaid' },
  refusedReceipts: { cashReceipt: 'refused' },
  endingPasses: { state: 'Available', renewal: 'none', sort: 'endsAt,asc' },
}

/** Kinds whose list includes all stores, although they are counted for one store. */
const ofAllStores: ReadonlySet<Item['kind']> = new Set([
  'failedRenewals',
  'owedReturns',
  'endingPasses',
  'silentStores',
])

type AttentionProps = { query: UseQueryResult<Result>; now: number; ofStore: OfStore }

/** A card for each kind of task that waits for an administrator, with a link to its list. */
export function Attention({ query: { data, error, refetch }, now, ofStore }: AttentionProps) {
  const id = useId()
  return (
    <section className={styles.attention} aria-labelledby={id}>
      <h2 id={id}>{labels.title}</h2>
      {data === undefined && error !== null && (
        <Failure title={labels.failed} cause={error} retry={() => void refetch()} />
      )}
      {data === undefined && error === null && <div className={styles.waiting} aria-busy role="status" />}
      {data !== undefined && data.unavailable.length > 0 && (
        <p className={styles.unavailable}>
          <Icon sign="warning" />
          {labels.unavailable(data.unavailable.map(serviceOf).join(', '))}
        </p>
      )}
      {data?.items.length === 0 && data.unavailable.length === 0 && (
        <p className={styles.calm}>
          <Icon sign="tick" />
          {labels.none}
        </p>
      )}
      {data !== undefined && data.items.length > 0 && (
        <ul className={styles.items}>
          {data.items.map((item) => (
            <li key={item.kind}>
              <Card item={item} now={now} ofStore={ofStore} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type CardProps = { item: Item; now: number; ofStore: OfStore }

function Card({ item: { kind, count, since, examples }, now, ofStore }: CardProps) {
  // A list that cannot be filtered by store drops the store from its address.
  const filters = { ...filtersOf[kind], ...ofStore }
  return (
    <Link to={pageOf[kind]} search={filters} className={styles.item}>
      <span className={styles.kind}>{labels.kinds[kind]}</span>
      <b>{count >= mostCounted ? labels.many : labels.count(amount(count))}</b>
      {since !== null && <span className={styles.since}>{sinceText(kind, since, now)}</span>}
      {ofStore.storeId !== undefined && ofAllStores.has(kind) && (
        <span className={styles.scope}>{labels.listOfAllStores}</span>
      )}
      {examples.length > 0 && (
        <span className={styles.examples}>
          {examples.map((example) => (
            <span key={example.id}>{exampleText(kind, example, now)}</span>
          ))}
        </span>
      )}
    </Link>
  )
}

/** The server counts up to this number. */
const mostCounted = 1_000

const sinceText = (kind: Item['kind'], since: string, now: number) =>
  kind === 'endingPasses' ? labels.next(momentOf(since)) : labels.oldest(age(now - Date.parse(since)))

function exampleText(kind: Item['kind'], { name, storeName, since }: Example, now: number): string {
  const what = storeName === null || storeName === name ? name : `${storeName} ${name}`
  if (since === null) return what
  return `${what} · ${kind === 'endingPasses' ? momentOf(since) : age(now - Date.parse(since))}`
}

const isService = (name: string): name is keyof typeof labels.services => Object.hasOwn(labels.services, name)
const serviceOf = (name: string): string => (isService(name) ? labels.services[name] : name)
