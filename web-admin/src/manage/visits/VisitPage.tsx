import { getVisit } from '@kingcar/client'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { spokenPlate } from '../../ui/plate/layout.ts'
import { entityQuery } from '../api/queries.ts'
import { useMay } from '../api/rights.tsx'
import { ChangeHistory } from '../components/ChangeHistory.tsx'
import { Button } from '../components/controls.tsx'
import { EntityPage } from '../form/EntityPage.tsx'
import { CorrectDialog } from './CorrectDialog.tsx'
import { text } from './copy.ts'
import { Proposal } from './Proposal.tsx'
import { Readings } from './Readings.tsx'
import { UseByHandDialog } from './UseByHandDialog.tsx'
import { useRefetchOnEvent } from './use-refetch-on-event.ts'
import { useRefreshVisit } from './use-refresh-visit.ts'
import { useUsableProducts, useVisitUses } from './use-visit-uses.ts'
import { VisitFacts } from './VisitFacts.tsx'
import { VisitUses } from './VisitUses.tsx'
import styles from './visits.module.css'

type Correcting = Pick<ComponentProps<typeof CorrectDialog>, 'visit' | 'proposed'>

/** One visit with its reads, updated live. */
export function VisitPage() {
  const { id } = useParams({ from: '/manage/visits/$id' })
  const visitQuery = entityQuery(getVisit, { id })
  const query = useQuery(visitQuery)
  useRefetchOnEvent(visitQuery.queryKey, id)
  const [correcting, setCorrecting] = useState<Correcting>()
  const [using, setUsing] = useState(false)
  const refreshVisit = useRefreshVisit()
  const { data } = query
  const memberId = data?.result.memberId ?? null
  const may = useMay()
  const mayCorrect = may('correctVisit')
  const mayUse = may('createUseLog') && may('listUserProducts')
  const uses = useVisitUses(id, memberId)
  const isOpen = mayUse && memberId !== null && data?.result.mergedInto === null
  const productUsed = data?.result.productUsed ?? null
  const { usable } = useUsableProducts({ memberId, productUsed }, uses, isOpen && productUsed !== null)
  const canUse = isOpen && (productUsed === null || (usable !== undefined && usable.length > 0))
  const correct = mayCorrect && data !== undefined && data.result.mergedInto === null && (
    <Button tone="primary" onClick={() => setCorrecting({ visit: data })}>
      {text.correct.open}
    </Button>
  )

  return (
    <EntityPage
      title={data === undefined ? text.detail.kind : spokenPlate(data.result.carNumber)}
      actions={
        <>
          {canUse && <Button onClick={() => setUsing(true)}>{text.use.open}</Button>}
          {correct}
        </>
      }
      list={{ to: '/manage/visits', label: text.title }}
      query={query}
    >
      {(visit) => (
        <>
          {mayCorrect && visit.result.pastCorrection !== null && visit.result.mergedInto === null && (
            <Proposal past={visit.result.pastCorrection} onChosen={(proposed) => setCorrecting({ visit, proposed })} />
          )}
          <div className={styles.columns}>
            <VisitFacts visit={visit.result} />
            <ChangeHistory entityId={id} />
          </div>
          <VisitUses uses={uses} />
          <Readings readings={visit.result.readings} />
          {correcting !== undefined && (
            <CorrectDialog {...correcting} onClose={() => setCorrecting(undefined)} onCurrent={refreshVisit} />
          )}
          {using && canUse && (
            <UseByHandDialog visit={visit.result} memberId={memberId} uses={uses} onClose={() => setUsing(false)} />
          )}
        </>
      )}
    </EntityPage>
  )
}
