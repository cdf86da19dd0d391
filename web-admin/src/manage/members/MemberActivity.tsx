import { listMemberMessages, listUseLogs, listVisits } from '@kingcar/client'
import { messageChannelLabels, messageKindLabels } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../api/api.ts'
import { Pill } from '../components/controls.tsx'
import { Failure } from '../components/Failure.tsx'
import { Moment } from '../components/Moment.tsx'
import { Panel } from '../components/Panel.tsx'
import { SmallPlate } from '../components/SmallPlate.tsx'
import { copy } from '../text/copy.ts'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import { MoreLink } from './MoreLink.tsx'
import styles from './members.module.css'

/** Number of latest entries shown. */
const size = 10

export function MemberVisits({ memberId }: { memberId: string }) {
  const query = useQuery({
    queryKey: ['listVisits', { member: memberId, size }],
    queryFn: () => call(listVisits, { member: memberId, size }),
  })
  return (
    <Latest
      title={text.visits}
      failed={text.visitsFailed}
      nothing={text.noVisits}
      more={<MoreLink to="/manage/visits" search={{ member: memberId }} />}
      query={query}
    >
      {({ id, carNumber, storeName, recognizedAt, visitCount }) => (
        <li key={id}>
          <SmallPlate carNumber={carNumber} />
          <span className={styles.grow}>
            {storeName}
            <span className={styles.small}>{text.nthVisit(amount(visitCount))}</span>
          </span>
          <MoreLink to={`/manage/visits/${id}`}>
            <Moment at={recognizedAt} />
          </MoreLink>
        </li>
      )}
    </Latest>
  )
}

export function MemberUses({ memberId }: { memberId: string }) {
  const query = useQuery({
    queryKey: ['listUseLogs', { memberId, size }],
    queryFn: () => call(listUseLogs, { memberId, size }),
  })
  return (
    <Latest
      title={text.uses}
      failed={text.usesFailed}
      nothing={text.noUses}
      more={<MoreLink to="/manage/useLogs" search={{ memberId }} />}
      query={query}
    >
      {({ id, productName, storeName, usedAt, reversedAt }) => (
        <li key={id}>
          <span className={styles.grow}>
            {reversedAt === null ? productName : <s>{productName}</s>}
            <span className={styles.small}>{storeName}</span>
          </span>
          <span className={styles.small}>
            <Moment at={usedAt} />
          </span>
        </li>
      )}
    </Latest>
  )
}

/** Without text and recipient, which are not stored. */
export function MemberMessages({ memberId }: { memberId: string }) {
  const query = useQuery({
    queryKey: ['listMemberMessages', { id: memberId }],
    queryFn: () => call(listMemberMessages, { id: memberId }),
    select: (messages) => ({ content: messages.slice(0, size), empty: messages.length === 0 }),
  })
  return (
    <Latest title={text.messages} failed={text.messagesFailed} nothing={text.noMessages} query={query}>
      {({ kind, channel, state, reason, sentBy, createdAt }) => (
        <li key={`${kind} ${channel} ${createdAt}`}>
          <span className={styles.grow}>
            {messageKindLabels[kind]}
            <span className={styles.small}>
              {[
                sentBy === 'sms' ? text.bySms : messageChannelLabels[channel],
                reason !== null && (text.messageReasons[reason] ?? reason),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          <span className={styles.small}>
            <Moment at={createdAt} />
          </span>
          <Pill tone={state === 'failed' ? 'error' : 'neutral'}>{text.messageStates[state]}</Pill>
        </li>
      )}
    </Latest>
  )
}

type LatestProps<T> = {
  title: string
  failed: string
  nothing: string
  more?: ReactNode
  query: { data: { content: T[]; empty: boolean } | undefined; error: unknown; refetch: () => unknown }
  children: (row: T) => ReactNode
}

/** A panel with its own loading and error state. */
export function Latest<T>({ title, failed, nothing, more, query: { data, error, refetch }, children }: LatestProps<T>) {
  return (
    <Panel title={title} actions={more}>
      {error !== null && <Failure title={failed} cause={error} retry={() => void refetch()} />}
      {data === undefined && error === null && (
        <p className={styles.none} aria-busy>
          {copy.pages.loading}
        </p>
      )}
      {data?.empty && <p className={styles.none}>{nothing}</p>}
      {data !== undefined && !data.empty && <ul className={styles.rows}>{data.content.map(children)}</ul>}
    </Panel>
  )
}
