import { getMember } from '@kingcar/client'
import { useQuery } from '@tanstack/react-query'
import { entityQuery } from '../api/queries.ts'
import { Loaded } from '../form/EntityPage.tsx'
import { PeekPanel } from '../list/PeekPanel.tsx'
import type { PeekProps } from '../list/use-peek.tsx'
import { useRested } from '../list/use-rested.ts'
import { MemberProducts } from './MemberProducts.tsx'
import { Cars, Person } from './Person.tsx'

/** Who a member is, with cars and products, beside the list. */
export function MemberPeek({ id, onClose }: PeekProps) {
  const query = useQuery(entityQuery(getMember, { id: useRested(id) }))
  return (
    <PeekPanel onClose={onClose}>
      <Loaded query={query}>
        {({ result }) => (
          <>
            <Person member={result} />
            <Cars member={result} />
            <MemberProducts member={result} />
          </>
        )}
      </Loaded>
    </PeekPanel>
  )
}
