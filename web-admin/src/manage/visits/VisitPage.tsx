import { getVisit } from '@kingcar/client'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ComponentProps, useState } from 'react'
import { spokenPlate } from '../../ui/plate/layout.ts'
import { entityQuery } from '../api/queries.ts'
import { useMay } from '../api/rights.tsx'
import { ChangeHistory } from '../components/ChangeHistory.tsx'
import { Button } from '../components/controls.tsx'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { EntityPage } from '../form/EntityPage.tsx'
import { copy } from '../text/copy.ts'
import { Beside } from './Beside.tsx'
import type { CorrectDialog as CorrectDialogType } from './CorrectDialog.tsx'
import { text } from './copy.ts'
import { Photo } from './Photo.tsx'
import { PlateVisits } from './PlateVisits.tsx'
import { Proposal } from './Proposal.tsx'
import { Readings } from './Readings.tsx'
import { useNeighbours } from './use-neighbours.ts'
import { useRefetchOnEvent } from './use-refetch-on-event.ts'
import { useRefreshVisit } from './use-refresh-visit.ts'
import { useUsableProducts, useVisitUses } from './use-visit-uses.ts'
import { VisitFacts } from './VisitFacts.tsx'
import { VisitUses } from './VisitUses.tsx'
import styles from './visits.module.css'

type Correcting = Pick<ComponentProps<typeof CorrectDialogType>, 'visit' | 'proposed'>

// Most visits need neither.
const loadCorrect = async () => (await import('./CorrectDialog.tsx')).CorrectDialog
const loadUse = async () => (await import('./UseByHandDialog.tsx')).UseByHandDialog

/** One visit with its reads, updated live. */
export function VisitPage() {
  const { id } = useParams({ from: '/manage/visits/$id' })
  const visitQuery = entityQuery(getVisit, { id })
  const query = useQuery(visitQuery)
  useRefetchOnEvent(visitQuery.queryKey, id)
  const [correcting, setCorrecting] = useState<Correcting>()
  const correctDialog = useLazyDialog(loadCorrect, copy.failures.dialog)
  const useDialog = useLazyDialog(loadUse, copy.failures.dialog)
  const [CorrectDialog, UseByHandDialog] = [correctDialog.Dialog, useDialog.Dialog]
  const openCorrect = (of: Correcting) => {
    setCorrecting(of)
    correctDialog.show()
  }
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
    <Button tone="primary" onClick={() => openCorrect({ visit: data })}>
      {text.correct.open}
    </Button>
  )

  const neighbours = useNeighbours(id, data?.result)

  return (
    <EntityPage
      title={data === undefined ? text.detail.kind : spokenPlate(data.result.carNumber)}
      actions={
        <>
          <Beside id={id} {...neighbours} />
          {canUse && <Button onClick={useDialog.show}>{text.use.open}</Button>}
          {correct}
        </>
      }
      list={{ to: '/manage/visits', label: text.title }}
      query={query}
    >
      {(visit) => (
        <>
          {mayCorrect && visit.result.pastCorrection !== null && visit.result.mergedInto === null && (
            <Proposal past={visit.result.pastCorrection} onChosen={(proposed) => openCorrect({ visit, proposed })} />
          )}
          <div className={styles.pair}>
            <Photo visit={visit.result} />
            <VisitFacts visit={visit.result} />
          </div>
          <VisitUses uses={uses} />
          <div className={styles.columns}>
            <PlateVisits visit={visit.result} />
            <ChangeHistory entityId={id} />
          </div>
          <Readings readings={visit.result.readings} />
          {CorrectDialog !== null && correcting !== undefined && (
            <CorrectDialog {...correcting} onClose={correctDialog.hide} onCurrent={refreshVisit} />
          )}
          {UseByHandDialog !== null && canUse && (
            <UseByHandDialog visit={visit.result} memberId={memberId} uses={uses} onClose={useDialog.hide} />
          )}
        </>
      )}
    </EntityPage>
  )
}
