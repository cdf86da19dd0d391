import { getVisit } from '@kingcar/client'
import { useQuery } from '@tanstack/react-query'
import { entityQuery } from '../api/queries.ts'
import { Loaded } from '../form/EntityPage.tsx'
import { PeekPanel } from '../list/PeekPanel.tsx'
import type { PeekProps } from '../list/use-peek.tsx'
import { useRested } from '../list/use-rested.ts'
import { Photo } from './Photo.tsx'
import { VisitFacts } from './VisitFacts.tsx'

/** The picture and the facts of a visit, beside the list. */
export function VisitPeek({ id, onClose }: PeekProps) {
  const query = useQuery(entityQuery(getVisit, { id: useRested(id) }))
  return (
    <PeekPanel onClose={onClose}>
      <Loaded query={query}>
        {({ result }) => (
          <>
            <Photo visit={result} />
            <VisitFacts visit={result} />
          </>
        )}
      </Loaded>
    </PeekPanel>
  )
}
