import { endMemberSessions, getMember } from '@kingcar/client'
import type { MemberDetail } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { entityQuery } from '../api/queries.ts'
import { IfMay, useMay } from '../api/rights.tsx'
import { ChangeHistory } from '../components/ChangeHistory.tsx'
import { Button, Pill } from '../components/controls.tsx'
import { ConfirmDialog } from '../components/Dialog.tsx'
import latest from '../components/latest.module.css'
import { Moment } from '../components/Moment.tsx'
import { Panel, Panels } from '../components/Panel.tsx'
import { orderStateBadges } from '../components/state-badges.ts'
import { SellButton } from '../counter-sales/SellButton.tsx'
import { EntityPage } from '../form/EntityPage.tsx'
import { amount, momentOf, wonOf } from '../text/format.ts'
import { text } from './copy.ts'
import { MemberMessages, MemberUses, MemberVisits } from './MemberActivity.tsx'
import { MemberProducts } from './MemberProducts.tsx'
import { MoreLink } from './MoreLink.tsx'
import styles from './members.module.css'
import { Cars, Person } from './Person.tsx'

/** All data of one member. */
export function MemberPage() {
  const { id } = useParams({ from: '/manage/members/$id' })
  const query = useQuery(entityQuery(getMember, { id }))
  const member = query.data?.result
  return (
    <EntityPage
      title={member?.name ?? text.one}
      list={{ to: '/manage/members', label: text.title }}
      query={query}
      actions={member !== undefined && <SellButton member={member} />}
    >
      {({ result }) => (
        <Panels>
          <Person member={result} />
          <Cars member={result} />
          <MemberProducts member={result} />
          <Orders member={result} />
          <MemberVisits memberId={id} />
          <MemberUses memberId={id} />
          <IfMay op="listMemberMessages">
            <MemberMessages memberId={id} />
          </IfMay>
          <Agreements member={result} />
          <Sessions member={result} />
          <ChangeHistory entityId={id} />
          <IfMay op="listAccessLogs">
            <Link to="/manage/accessLogs" search={{ memberId: id }}>
              {text.accesses}
            </Link>
          </IfMay>
        </Panels>
      )}
    </EntityPage>
  )
}

type Of = { member: MemberDetail }

function Orders({ member: { orders } }: Of) {
  return (
    <Panel title={text.orders}>
      {orders.length === 0 && <p className={latest.none}>{text.none.orders}</p>}
      <ul className={latest.rows}>
        {orders.map((order) => (
          <li key={order.id}>
            <span className={styles.grow}>
              <MoreLink to={`/manage/orders/${order.id}`}>{order.productName}</MoreLink>
              <span className={styles.small}>
                <Moment at={order.createdAt} /> · {wonOf(order.amount)}
                {order.refundedAmount > 0 && ` · ${text.refunded(amount(order.refundedAmount))}`}
              </span>
            </span>
            <Pill tone={orderStateBadges[order.state][1]}>{orderStateBadges[order.state][0]}</Pill>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Agreements({ member: { agreements, termsToAgree } }: Of) {
  return (
    <Panel title={text.agreements}>
      {agreements.length === 0 && <p className={latest.none}>{text.noAgreements}</p>}
      <ul className={latest.rows}>
        {agreements.map(({ termsId, title, version, agreedAt }) => (
          <li key={termsId}>
            <span className={styles.grow}>
              {title} <span className={latest.none}>{text.version(amount(version))}</span>
            </span>
            <span className={styles.small}>
              <Moment at={agreedAt} text={momentOf(agreedAt)} />
            </span>
          </li>
        ))}
      </ul>
      {termsToAgree.length > 0 && (
        <p className={styles.warning}>
          {text.missing}: {termsToAgree.map(({ title }) => title).join(', ')}
        </p>
      )}
    </Panel>
  )
}

function Sessions({ member: { id, name, sessions } }: Of) {
  const mayEnd = useMay()('endMemberSessions')
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const signOut = async () => {
    await call(endMemberSessions, { id })
    await client.invalidateQueries({ queryKey: ['getMember'] })
    setAsking(false)
    notify.success(text.signedOut)
  }
  return (
    <Panel
      title={text.sessions}
      actions={mayEnd && sessions.length > 0 && <Button onClick={() => setAsking(true)}>{text.signOut}</Button>}
    >
      {sessions.length === 0 && <p className={latest.none}>{text.noSessions}</p>}
      <ul className={latest.rows}>
        {sessions.map((each) => (
          <li key={each.id}>
            <span className={styles.grow}>
              <Moment at={each.createdAt} /> {text.since}
            </span>
            <span className={styles.small}>
              {text.lastUsed} <Moment at={each.lastUsedAt} />
            </span>
          </li>
        ))}
      </ul>
      {asking && (
        <ConfirmDialog
          title={text.signOutTitle(name)}
          text={text.signOutText}
          confirm={text.signOut}
          run={signOut}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  )
}
