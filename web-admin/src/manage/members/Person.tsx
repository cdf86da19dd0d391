import { listCarBrands, releasePhone } from '@kingcar/client'
import { genderLabels, type MemberDetail, providerLabels } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { useMay } from '../api/rights.tsx'
import { Copyable } from '../components/Copyable.tsx'
import { Button, Pill } from '../components/controls.tsx'
import latest from '../components/latest.module.css'
import { Moment } from '../components/Moment.tsx'
import { Facts, Panel } from '../components/Panel.tsx'
import { ReasonDialog } from '../components/ReasonDialog.tsx'
import { SmallPlate } from '../components/SmallPlate.tsx'
import { fullDateOf } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './members.module.css'
import { spokenPhone } from './phone.ts'

type Of = { member: MemberDetail }

/** How a member is reached, and since when. */
export function Person({ member }: Of) {
  const mayRelease = useMay()('releasePhone')
  const [releasing, setReleasing] = useState(false)
  const client = useQueryClient()
  const phone = member.phoneNumber === null ? undefined : spokenPhone(member.phoneNumber)
  const release = async (reason: string) => {
    await call(releasePhone, { id: member.id, reason })
    await client.invalidateQueries({ queryKey: ['getMember'] })
    setReleasing(false)
    notify.success(text.phoneReleased)
  }
  return (
    <Panel
      title={text.facts}
      actions={
        mayRelease && phone !== undefined && <Button onClick={() => setReleasing(true)}>{text.releasePhone}</Button>
      }
    >
      <Facts
        facts={[
          [
            text.phone,
            phone === undefined ? text.noPhone : <Copyable key="phone" text={phone} label={text.copyOf(text.phone)} />,
          ],
          member.email === null
            ? null
            : [text.email, <Copyable key="email" text={member.email} label={text.copyOf(text.email)} />],
          [text.birthDate, fullDateOf(member.birthDate)],
          [text.gender, genderLabels[member.gender]],
          [text.provider, providerLabels[member.provider]],
          [text.joined, <Moment key="joined" at={member.createdAt} />],
          [text.id, <Copyable key="id" text={member.id} label={text.copyOf(text.id)} />],
        ]}
      />
      {releasing && (
        <ReasonDialog
          title={text.releasePhoneTitle(member.name)}
          text={text.releasePhoneText}
          confirm={text.releasePhone}
          danger
          run={release}
          onClose={() => setReleasing(false)}
        />
      )}
    </Panel>
  )
}

/** The cars of a member. */
export function Cars({ member: { cars } }: Of) {
  const { data: brands } = useQuery({
    queryKey: ['listCarBrands'],
    queryFn: () => call(listCarBrands, {}),
    enabled: cars.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Panel title={text.carsPanel}>
      {cars.length === 0 && <p className={latest.none}>{text.none.cars}</p>}
      <ul className={latest.rows}>
        {cars.map(({ id, carNumber, carBrandId, model, color, main }) => (
          <li key={id}>
            <SmallPlate carNumber={carNumber} />
            <span className={styles.grow}>
              {[brands?.find((brand) => brand.id === carBrandId)?.name, model, color].filter(Boolean).join(' · ')}
            </span>
            {main && <Pill tone="neutral">{text.main}</Pill>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
