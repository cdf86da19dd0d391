import { deleteDeadLetter, reprocessDeadLetter } from '@kingcar/client'
import type { DeadLetter } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { deadLettersQuery, everyDeviceQuery, storesQuery } from '../api/queries.ts'
import { ConfirmDialog } from '../components/Dialog.tsx'
import { Failure } from '../components/Failure.tsx'
import { Page } from '../components/Page.tsx'
import { NoRows } from '../list/NoRows.tsx'
import { Pagination, rangeOf } from '../list/Pagination.tsx'
import { useBulk } from '../list/use-bulk.tsx'
import { focusTitle } from '../page/focus-title.ts'
import { copy } from '../text/copy.ts'
import { momentOf } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './dead-letters.module.css'
import { Letter, LetterSkeleton } from './Letter.tsx'
import { describeReason } from './reasons.ts'

/** Dead letters: messages that were not valid reads, newest first. */
export function DeadLettersPage() {
  const { page = 0 } = useSearch({ from: '/manage/deadLetters' })
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(deadLettersQuery(page))
  const { data: stores } = useQuery(storesQuery)
  const { data: devices } = useQuery(everyDeviceQuery)
  const names = new Map([...(stores ?? []), ...(devices ?? [])].map(({ id, name }) => [id, name]))
  const [discarding, setDiscarding] = useState<DeadLetter>()

  const settled = async () => {
    await client.invalidateQueries({ queryKey: ['deadLetters'] })
    focusTitle()
  }
  const discard = async (id: string) => {
    await call(deleteDeadLetter, { id })
    await client.invalidateQueries({ queryKey: ['deadLetters'] })
    setDiscarding(undefined)
    notify.success(text.discarded)
  }

  const bulk = useBulk<DeadLetter>({
    items: data?.content,
    keyOf: ({ id }) => id,
    nameOf: ({ receivedAt, reason }) => `${momentOf(receivedAt)} ${describeReason(reason)}`,
    actions: [
      { op: 'reprocessDeadLetter', label: text.reprocess, run: ({ id }) => call(reprocessDeadLetter, { id }) },
      {
        op: 'deleteDeadLetter',
        label: text.discard,
        danger: true,
        confirm: { title: text.discardTitleOf, text: text.discardText },
        run: ({ id }) => call(deleteDeadLetter, { id }),
      },
    ],
    onSettled: () => client.invalidateQueries({ queryKey: ['deadLetters'] }),
  })

  return (
    <Page title={text.title} lead={text.lead}>
      {error !== null && <Failure title={copy.failures.list} cause={error} retry={() => void refetch()} />}
      {data?.empty && <NoRows beyond={data.totalElements > 0} empty={{ title: text.empty }} />}
      {data === undefined && error === null && <LetterSkeleton />}
      {data !== undefined && !data.empty && (
        <>
          <p className={styles.range}>{rangeOf(data)}</p>
          {bulk?.bar}
          <ul className={styles.letters} aria-label={text.list}>
            {data.content.map((letter) => (
              <Letter
                key={letter.id}
                letter={letter}
                names={names}
                box={bulk?.boxOf(letter)}
                onSettled={settled}
                onDiscard={setDiscarding}
              />
            ))}
          </ul>
          <Pagination page={data} />
        </>
      )}
      {discarding !== undefined && (
        <ConfirmDialog
          title={text.discardTitle}
          text={text.discardText}
          confirm={text.discard}
          run={() => discard(discarding.id)}
          onClose={() => setDiscarding(undefined)}
        />
      )}
    </Page>
  )
}
