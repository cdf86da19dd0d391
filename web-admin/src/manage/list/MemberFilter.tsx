import { getMember } from '@kingcar/client'
import type { PageOf } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { entityQuery } from '../api/queries.ts'
import { useMay } from '../api/rights.tsx'
import { copy } from '../text/copy.ts'
import { LinkedFilter } from './filters.tsx'
import { textIn, useListSearch } from './use-list-search.ts'

type Rows = PageOf<{ memberId: string; memberName: string }> | undefined

/** The member in the address, with the name from the rows or otherwise from the member's own data. */
export function useFilteredMember(rows: Rows): { id: string; name: string } | undefined {
  const id = textIn(useListSearch().search, 'memberId')
  const nameInRows = rows?.content.find(({ memberId }) => memberId === id)?.memberName
  const mayRead = useMay()('getMember')
  const member = useQuery({ ...entityQuery(getMember, { id }), enabled: mayRead && id !== '' && rows?.empty === true })
  return id === '' ? undefined : { id, name: nameInRows ?? member.data?.result.name ?? '' }
}

/** Shows that a list is limited to one member, with a button that removes the limit. */
export const MemberFilter = ({ member }: { member: { name: string } | undefined }) => (
  <LinkedFilter name="memberId" text={member && copy.filters.onlyMember(member.name)} />
)
