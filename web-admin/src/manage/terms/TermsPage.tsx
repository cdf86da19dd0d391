import { termsTypes } from '@kingcar/contract'
import { Link, useSearch } from '@tanstack/react-router'
import { useId } from 'react'
import button from '../../ui/button.module.css'
import { IfMay } from '../api/rights.tsx'
import { Failure } from '../components/Failure.tsx'
import { Moment } from '../components/Moment.tsx'
import { Page } from '../components/Page.tsx'
import { ChoiceFilter, Filters } from '../list/filters.tsx'
import { RowLink } from '../list/RowLink.tsx'
import { type Column, Table } from '../list/Table.tsx'
import { useReturnPosition } from '../list/use-return-position.ts'
import { copy } from '../text/copy.ts'
import { amount, momentWithYear } from '../text/format.ts'
import { text } from './copy.ts'
import { StatePill } from './StatePill.tsx'
import type { Edition } from './state.ts'
import styles from './terms.module.css'
import { useEditions } from './use-terms.ts'

/** The terms by type, with their versions. */
export function TermsPage() {
  const { type } = useSearch({ from: '/manage/terms' })
  const { editions, error, refetch } = useEditions()
  useReturnPosition(editions !== undefined)
  return (
    <Page title={text.title} lead={text.lead}>
      <Filters>
        <ChoiceFilter
          name="type"
          label={text.type}
          all={copy.filters.all}
          choices={termsTypes.map((each) => [each, text.types[each]] as const)}
        />
      </Filters>
      {error !== null && <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />}
      {(editions !== undefined || error === null) &&
        termsTypes
          .filter((each) => type === undefined || each === type)
          .map((each) => (
            <EditionSection key={each} type={each} versions={editions?.find((one) => one.type === each)?.versions} />
          ))}
    </Page>
  )
}

const columns: Column<Edition['versions'][number]>[] = [
  {
    key: 'version',
    title: text.version,
    width: '12%',
    cell: ({ version }) => text.versionOf(amount(version)),
  },
  {
    key: 'title',
    title: text.labels.title,
    width: '34%',
    card: 'head',
    cell: ({ id, title }) => (
      <RowLink list="/manage/terms" id={id}>
        {title}
      </RowLink>
    ),
  },
  { key: 'state', title: text.state, width: '14%', card: 'side', cell: ({ state }) => <StatePill state={state} /> },
  {
    key: 'effective',
    title: text.effective,
    width: '16%',
    cell: ({ effectiveAt }) => <Moment at={effectiveAt} text={momentWithYear(effectiveAt)} />,
  },
  {
    key: 'required',
    title: text.required,
    width: '10%',
    cell: ({ required }) => (required ? text.isRequired : text.isOptional),
  },
  { key: 'updated', title: text.updated, width: '14%', cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
]

type EditionSectionProps = { type: Edition['type']; versions: Edition['versions'] | undefined }

function EditionSection({ type, versions }: EditionSectionProps) {
  const id = useId()
  const [latest] = versions ?? []
  return (
    <section className={styles.edition} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{text.types[type]}</h2>
        {versions !== undefined && (
          <IfMay op="createTerms">
            <Link
              to="/manage/terms/new"
              search={latest === undefined ? { type } : { from: latest.id }}
              className={button.quiet}
              aria-label={`${text.types[type]} ${latest === undefined ? text.addFirst : text.add}`}
            >
              {latest === undefined ? text.addFirst : text.add}
            </Link>
          </IfMay>
        )}
      </header>
      {versions?.length === 0 ? (
        <p className={styles.none}>{text.none}</p>
      ) : (
        <Table
          caption={text.list(text.types[type])}
          columns={columns}
          rows={versions}
          keyOf={(each) => each.id}
          dimmed={({ state }) => state === 'past'}
        />
      )}
    </section>
  )
}
