import { compareTerms } from '@kingcar/client'
import type { Terms, TermsChange } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../../api/api.ts'
import { Failure } from '../components/Failure.tsx'
import field from '../components/field.module.css'
import { Options } from '../components/Options.tsx'
import form from '../form/form.module.css'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './terms.module.css'
import { useEditions } from './use-terms.ts'

/** Differences from another version of the same type to this one. */
export function Comparison({ terms }: { terms: Terms }) {
  const id = useId()
  const others = useEditions()
    .editions?.find(({ type }) => type === terms.type)
    ?.versions.filter((each) => each.id !== terms.id)
  const [chosen, choose] = useState<string>()
  const before = others?.find(({ version }) => version < terms.version)
  const other = others?.find((each) => each.id === chosen) ?? before
  return (
    <section className={form.panel} aria-labelledby={id}>
      <h2 id={id}>{text.compare}</h2>
      {others?.length === 0 && <p className={styles.none}>{text.compareNone}</p>}
      {others !== undefined && others.length > 0 && (
        <>
          <div className={styles.choice}>
            <label htmlFor={`${id}-with`}>{text.compareWith}</label>
            <select
              id={`${id}-with`}
              className={field.control}
              value={other?.id ?? ''}
              onChange={(event) => choose(event.target.value)}
            >
              <Options
                choices={others.map((each) => [each.id, `${text.versionOf(amount(each.version))} · ${each.title}`])}
                none={other === undefined ? text.compareChoose : undefined}
              />
            </select>
          </div>
          <p className={styles.none}>{text.compareSaved}</p>
          {other !== undefined && <Changes termsId={terms.id} other={other.id} />}
        </>
      )}
    </section>
  )
}

function Changes({ termsId, other }: { termsId: string; other: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['compareTerms', termsId, other],
    queryFn: () => call(compareTerms, { termsId, with: other }),
  })
  if (error !== null) return <Failure title={text.compareFailed} cause={error} retry={() => void refetch()} />
  if (data === undefined) return null
  const { changes } = data
  if (changes.every(({ kind }) => kind === 'same')) return <p className={styles.none}>{text.compareSame}</p>
  return (
    <div className={styles.redline}>
      {changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a comparison have no identity and never move
        <Stretch key={index} {...change} />
      ))}
    </div>
  )
}

/** Number of unchanged lines shown around a change. */
const context = 2

function Stretch({ kind, text: lines }: TermsChange) {
  if (kind === 'removed') return <del>{marked(text.removed, lines)}</del>
  if (kind === 'added') return <ins>{marked(text.added, lines)}</ins>
  const all = lines.replace(/^\n+|\n+$/g, '').split('\n')
  const folded = all.length - 2 * context
  if (folded < 3) return <p>{readable(lines)}</p>
  return (
    <>
      <p>{readable(all.slice(0, context).join('\n'))}</p>
      <details>
        <summary>{text.unchanged(amount(folded))}</summary>
        <p>{readable(all.slice(context, -context).join('\n'))}</p>
      </details>
      <p>{readable(all.slice(-context).join('\n'))}</p>
    </>
  )
}

const marked = (label: string, lines: string) => (
  <>
    <b>{label}</b>
    <span>{readable(lines)}</span>
  </>
)

/** Markdown source without its escapes (backslashes and character references), for reading. */
const readable = (lines: string): string =>
  lines
    .replace(/^\n+|\n+$/g, '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/&#x([\da-f]{1,6});/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
