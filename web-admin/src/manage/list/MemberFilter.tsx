import { getMember } from '@kingcar/client'
import type { PageOf } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { entityQuery } from '../api/queries.ts'
import { useMay } from '../api/rights.tsx'
import controls from '../components/controls.module.css'
import { Button } from '../components/controls.tsx'
import { Icon } from '../components/Icon.tsx'
import { copy } from '../text/copy.ts'
import styles from './list.module.css'
import { textIn, useListSearch } from './use-list-search.ts'

type Rows = PageOf<{ memberId: string; memberName: string }> | undefined

/** The member of the address, with the name from the rows or else from the member's own data. */
export function useFilteredMember(rows: Rows): { id: string; name: string } | undefined {
  const id = textIn(useListSearch().search, 'memberId')
  const nameInRows = rows?.content.find(({ memberId }) => memberId === id)?.memberName
  const mayRead = useMay()('getMember')
  const member = useQuery({ ...entityQuery(getMember, { id }), enabled: mayRead && id !== '' && rows?.empty === true })
  return id === '' ? undefined : { id, name: nameInRows ?? member.data?.result.name ?? '' }
}

/** Shows that a list is limited to one member, with a button that removes the limit. */
export function MemberFilter({ member }: { member: { name: string } | undefined }) {
  const { change } = useListSearch()
  if (member === undefined) return null
  return (
    <div className={styles.filter}>
      <span>{copy.filters.member}</span>
      <Button onClick={() => change({ memberId: undefined })}>
        {copy.filters.onlyMember(member.name)} <span className={controls.unseen}>{copy.filters.everyMember}</span>
        <Icon sign="cross" />
      </Button>
    </div>
  )
}
