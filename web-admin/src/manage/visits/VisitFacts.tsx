import type { VisitDetail } from '@kingcar/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Plate } from '../../plate/Plate.tsx'
import { Copyable } from '../components/Copyable.tsx'
import { amount, dateAndTimeOf } from '../format.ts'
import { Product } from './columns.tsx'
import { text } from './copy.ts'
import styles from './visits.module.css'

const words = text.detail

/** Who came where and when, and what was used. */
export function VisitFacts({ visit }: { visit: VisitDetail }) {
  return (
    <section className={styles.panel} aria-label={words.facts}>
      <div className={styles.largePlate}>
        <Plate carNumber={visit.carNumber} />
        <Copyable text={visit.carNumber} label={words.copyPlate} />
      </div>
      {visit.mergedInto !== null && (
        <p className={styles.notice}>
          {words.merged}{' '}
          <Link to="/manage/visits/$id" params={{ id: visit.mergedInto }}>
            {words.mergedLink}
          </Link>
        </p>
      )}
      {visit.late && <p className={styles.notice}>{words.late}</p>}
      <dl className={styles.facts}>
        <Fact title={words.name}>
          {visit.memberId === null ? words.guest : <MemberLink id={visit.memberId} name={visit.name} />}
        </Fact>
        <Fact title={words.store}>{visit.storeName}</Fact>
        <Fact title={words.at}>
          <time dateTime={visit.recognizedAt}>{dateAndTimeOf(visit.recognizedAt)}</time>
        </Fact>
        <Fact title={words.until}>
          <time dateTime={visit.latestReadAt}>{dateAndTimeOf(visit.latestReadAt)}</time>
        </Fact>
        <Fact title={words.count}>{text.nth(amount(visit.visitCount))}</Fact>
        <Fact title={words.product}>{visit.productUsed ? <Product {...visit.productUsed} /> : words.noProduct}</Fact>
      </dl>
    </section>
  )
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

const MemberLink = ({ id, name }: { id: string; name: string }) => (
  <Link to={`/manage/members/${id}` as string}>{words.member(name)}</Link>
)
