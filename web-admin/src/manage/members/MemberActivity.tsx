import { listMemberMessages, listUseLogs, listVisits } from '@kingcar/client'
import { messageChannelLabels, messageKindLabels } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { Pill } from '../components/controls.tsx'
import { Latest } from '../components/Latest.tsx'
import { Moment } from '../components/Moment.tsx'
import { SmallPlate } from '../components/SmallPlate.tsx'
import { PlatePicture } from '../images/PlatePicture.tsx'
import { everyStore } from '../list/store-scope.ts'
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
      more={<MoreLink to="/manage/visits" search={{ member: memberId, ...everyStore() }} />}
      query={query}
    >
      {({ id, carNumber, storeName, recognizedAt, visitCount, imageId, boundingBox }) => (
        <li key={id}>
          <PlatePicture {...{ imageId, boundingBox }} />
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
      more={<MoreLink to="/manage/useLogs" search={{ memberId, ...everyStore() }} />}
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
