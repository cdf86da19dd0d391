import { createTerms, getTerms } from '@kingcar/client'
import type { TermsType } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { exchange } from '../../api/api.ts'
import { entityQuery } from '../api/queries.ts'
import type { Loaded } from '../form/EntityForm.tsx'
import { EntityPage } from '../form/EntityPage.tsx'
import { text } from './copy.ts'
import { idOf, TermsForm, valuesOf } from './TermsForm.tsx'
import { refreshTerms } from './use-terms.ts'

const list = { to: '/manage/terms', label: text.title }

/** Creates a version, empty or from the text of another version. */
export function NewTermsPage() {
  const { from, type } = useSearch({ from: '/manage/terms/new' })
  return from === undefined ? <FromNothing type={type} /> : <FromAnother id={from} />
}

function FromNothing({ type = 'TERMS_OF_USE' }: { type: TermsType | undefined }) {
  const loaded = useMemo(
    (): Loaded => ({ values: { type, title: '', content: '', required: true, effectiveAt: null }, etag: null }),
    [type],
  )
  return (
    <EntityPage title={text.newTitle} list={list}>
      {() => <Form loaded={loaded} asksType />}
    </EntityPage>
  )
}

function FromAnother({ id }: { id: string }) {
  const query = useQuery(entityQuery(getTerms, { termsId: id }))
  const loaded = useMemo((): Loaded | undefined => {
    if (query.data === undefined) return undefined
    return { values: { ...valuesOf(query.data.result), effectiveAt: null }, etag: null }
  }, [query.data])
  const type = query.data?.result.type
  return (
    <EntityPage title={type ? text.newVersionOf(text.types[type]) : text.newTitle} list={list} query={query}>
      {() => loaded && <Form loaded={loaded} />}
    </EntityPage>
  )
}

function Form(props: { loaded: Loaded; asksType?: boolean }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return (
    <TermsForm
      {...props}
      isNew
      op="createTerms"
      send={(input, options) => exchange(createTerms, input as never, options)}
      onSaved={async (answer) => {
        await refreshTerms(client)
        await navigate({ to: '/manage/terms/$id', params: { id: idOf(answer) } })
      }}
    />
  )
}
