import { type Exchange, getVisit } from '@kingcar/client'
import type { VisitDetail } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { spokenPlate } from '../../plate/layout.ts'
import { ChangeHistory } from '../components/ChangeHistory.tsx'
import { Button } from '../components/controls.tsx'
import { EntityPage } from '../form/EntityPage.tsx'
import { entityQuery } from '../query.ts'
import { CorrectDialog } from './CorrectDialog.tsx'
import { text } from './copy.ts'
import { Readings } from './Readings.tsx'
import { useAskedAnew } from './use-asked-anew.ts'
import { VisitFacts } from './VisitFacts.tsx'
import styles from './visits.module.css'
import { actionInWords } from './words.ts'

/** One visit with its reads, kept up to date while it is looked at. */
export function VisitPage() {
  const { id } = useParams({ from: '/manage/visits/$id' })
  const client = useQueryClient()
  const asked = entityQuery(getVisit, { id })
  const query = useQuery(asked)
  useAskedAnew(asked.queryKey, id)
  const [correcting, setCorrecting] = useState<Exchange<VisitDetail>>()

  const seen = (visit: Exchange<VisitDetail>) => {
    client.setQueryData(asked.queryKey, visit)
    void client.invalidateQueries({ queryKey: ['visits'] })
    void client.invalidateQueries({ queryKey: ['auditLogs', id] })
  }
  const { data } = query
  const correct = data !== undefined && data.result.mergedInto === null && (
    <Button tone="primary" onClick={() => setCorrecting(data)}>
      {text.correct.open}
    </Button>
  )

  return (
    <EntityPage
      title={data === undefined ? text.detail.kind : spokenPlate(data.result.carNumber)}
      actions={correct}
      list={{ to: '/manage/visits', label: text.title }}
      query={query}
    >
      {({ result: visit }) => (
        <>
          <div className={styles.columns}>
            <VisitFacts visit={visit} />
            <ChangeHistory entityId={id} wordsFor={actionInWords} />
          </div>
          <Readings readings={visit.readings} />
          {correcting !== undefined && (
            <CorrectDialog visit={correcting} onClose={() => setCorrecting(undefined)} onSeen={seen} />
          )}
        </>
      )}
    </EntityPage>
  )
}
