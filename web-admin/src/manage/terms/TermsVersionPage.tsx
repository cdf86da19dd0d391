import { ApiError, createTerms, getTerms, updateTerms } from '@kingcar/client'
import { hasTakenEffect, type Terms } from '@kingcar/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { exchange, session } from '../../api/api.ts'
import button from '../../ui/button.module.css'
import { IfMay } from '../api/rights.tsx'
import { Button } from '../components/controls.tsx'
import { TypedConfirmDialog } from '../components/TypedConfirmDialog.tsx'
import type { EntityPartProps } from '../form/EntityForm.tsx'
import { EntityPage } from '../form/EntityPage.tsx'
import { useEntity } from '../form/use-entity.ts'
import { useLeave } from '../form/use-leave.ts'
import { amount } from '../text/format.ts'
import { Comparison } from './Comparison.tsx'
import { text } from './copy.ts'
import { StatePill } from './StatePill.tsx'
import { faultAt, idOf, TermsForm, valuesOf } from './TermsForm.tsx'
import styles from './terms.module.css'
import { refreshTerms, useEditions, useTermsDelete } from './use-terms.ts'

const list = { to: '/manage/terms', label: text.title }

/** One version of terms: editable until it takes effect, then read-only. */
export function TermsVersionPage() {
  const { id } = useParams({ from: '/manage/terms/$id' })
  const { query, loaded, reload } = useEntity(getTerms, { termsId: id }, valuesOf)
  const [isRemoving, setRemoving] = useState(false)
  const leave = useLeave()
  const remove = useTermsDelete()
  const terms = query.data?.result
  const state = useEditions()
    .editions?.flatMap(({ versions }) => versions)
    .find((each) => each.id === id)?.state
  return (
    <EntityPage
      title={terms?.title ?? text.one}
      lead={
        terms && (
          <span className={styles.lead}>
            {text.types[terms.type]} · {text.versionOf(amount(terms.version))}
            {state && <StatePill state={state} />}
          </span>
        )
      }
      list={list}
      query={query}
      actions={
        <>
          {state === 'scheduled' && (
            <IfMay op="deleteTerms">
              <Button tone="danger" onClick={() => setRemoving(true)}>
                {text.remove}
              </Button>
            </IfMay>
          )}
          <IfMay op="createTerms">
            <Link to="/manage/terms/new" search={{ from: id }} className={button.quiet}>
              {text.add}
            </Link>
          </IfMay>
        </>
      }
    >
      {({ result }) => (
        <>
          {loaded && <Version key={id} terms={result} isPast={state === 'past'} {...{ loaded, reload }} />}
          <Comparison terms={result} />
          {isRemoving && (
            <TypedConfirmDialog
              title={text.removeTitle(result.title)}
              text={text.removeText}
              expected={result.title}
              label={text.removeTyped}
              confirm={text.remove}
              run={async () => {
                setRemoving(false)
                if (await leave(list.to)) remove(result)
              }}
              onClose={() => setRemoving(false)}
            />
          )}
        </>
      )}
    </EntityPage>
  )
}

type VersionProps = Pick<EntityPartProps, 'loaded' | 'reload'> & { terms: Terms; isPast: boolean }

function Version({ terms, isPast, ...entity }: VersionProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  // Evaluated once when the page opens, so that the form does not become read-only during input.
  const [isFixed] = useState(() =>
    hasTakenEffect({ effectiveAt: new Date(terms.effectiveAt) }, new Date(session.serverNow())),
  )
  const [isLate, setLate] = useState(false)
  const [isAnother, setAnother] = useState(false)
  return (
    <>
      {isFixed && <p className={styles.fixed}>{text.whyReadOnly[isPast ? 'past' : 'inForce']}</p>}
      <TermsForm
        {...entity}
        isNew={isAnother}
        readOnly={isFixed}
        op={isAnother ? 'createTerms' : 'updateTerms'}
        late={isLate && !isAnother ? () => setAnother(true) : undefined}
        send={async (input, options) => {
          if (isAnother) return exchange(createTerms, input as never, options)
          try {
            return await exchange(updateTerms, { termsId: terms.id, ...input }, options)
          } catch (cause) {
            if (!(cause instanceof ApiError) || cause.code !== 'TERMS_IN_FORCE') throw cause
            setLate(true)
            throw faultAt('effectiveAt', text.lateFault)
          }
        }}
        onSaved={async (answer) => {
          await refreshTerms(client)
          if (isAnother) await navigate({ to: '/manage/terms/$id', params: { id: idOf(answer) } })
        }}
        history={terms.id}
      />
    </>
  )
}
