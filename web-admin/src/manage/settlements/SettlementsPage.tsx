import { countSettlements, deleteSettlement, getSettlement, importSettlement, listSettlements } from '@kingcar/client'
import { type SettlementFile, settlementFileLimits } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type ChangeEvent, useId, useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { listQuery } from '../api/queries.ts'
import { IfMay } from '../api/rights.tsx'
import { useAction } from '../api/use-action.ts'
import { Button } from '../components/controls.tsx'
import { ConfirmDialog } from '../components/Dialog.tsx'
import { Failure } from '../components/Failure.tsx'
import { Field, inField } from '../components/Field.tsx'
import { faultOf } from '../components/failure-sentence.ts'
import { Moment } from '../components/Moment.tsx'
import { Page } from '../components/Page.tsx'
import { Panel } from '../components/Panel.tsx'
import { useBulk } from '../list/use-bulk.tsx'
import { useListSearch } from '../list/use-list-search.ts'
import { decodeText } from '../text/decode-text.ts'
import { amount, spanOf, wonOf } from '../text/format.ts'
import { Comparison } from './Comparison.tsx'
import { text } from './copy.ts'
import styles from './settlements.module.css'
import { mostPieces, type Piece, splitSettlement } from './split.ts'

/** As many ids as the operation takes. */
const mostSummed = 100

/** Settlement files of the provider, and the comparison of one with the ledger. */
export function SettlementsPage() {
  const { file } = useSearch({ from: '/manage/settlements' })
  const { change } = useListSearch()
  const client = useQueryClient()
  const files = useQuery({ queryKey: ['listSettlements'], queryFn: () => call(listSettlements, {}) })
  const [removing, setRemoving] = useState<string>()
  const refresh = () =>
    Promise.all(
      ['listSettlements', 'countSettlements', 'getSettlement', 'getStatement'].map((name) =>
        client.invalidateQueries({ queryKey: [name] }),
      ),
    )
  const remove = async (id: string) => {
    await call(deleteSettlement, { id })
    setRemoving(undefined)
    if (file === id) change({ file: undefined })
    await refresh()
    notify.success(text.removed)
  }
  /** Returns the first piece of a file that has differences, or else the last piece. */
  const toShow = async (ids: readonly string[]) => {
    for (const id of ids.slice(0, -1)) {
      const compared = { queryKey: ['getSettlement', id], queryFn: () => call(getSettlement, { id }) }
      const found = await client.fetchQuery(compared).catch(() => null) // the page shows the failure
      if (found?.differenceCount !== 0) return id
    }
    return ids.at(-1)
  }
  const bulk = useBulk<SettlementFile>({
    items: files.data,
    keyOf: ({ id }) => id,
    nameOf: ({ fileName }) => fileName,
    actions: [],
    ofChosen: (chosen) =>
      chosen.length > mostSummed ? <span>{text.tooManyChosen}</span> : <Totals ids={chosen.map(({ id }) => id)} />,
  })
  const shown = files.data?.find(({ id }) => id === file) ?? files.data?.[0]
  return (
    <Page
      title={text.title}
      lead={text.lead}
      actions={
        <IfMay op="getStatement">
          <Link to="/manage/statements" className={styles.link}>
            {text.seeStatement}
          </Link>
        </IfMay>
      }
    >
      <IfMay op="importSettlement">
        <Upload
          onFiles={async (ids) => {
            await refresh()
            change({ file: await toShow(ids) })
          }}
        />
      </IfMay>
      <Panel title={text.files}>
        {files.error !== null && <Failure title={text.files} cause={files.error} retry={() => void files.refetch()} />}
        {files.data?.length === 0 && <p>{text.noFiles}</p>}
        {bulk?.bar}
        <ul className={styles.files}>
          {files.data?.map((file) => (
            <li key={file.id} aria-current={file.id === shown?.id}>
              {bulk?.boxOf(file)}
              <span className={styles.name}>
                {file.fileName}
                <small>
                  {[spanOf(file.from, file.to), text.count(amount(file.rows))].join(' · ')} ·{' '}
                  <Moment at={file.importedAt} />
                </small>
              </span>
              <Button aria-pressed={file.id === shown?.id} onClick={() => change({ file: file.id })}>
                {text.compare}
              </Button>
              <IfMay op="deleteSettlement">
                <Button onClick={() => setRemoving(file.id)}>{text.remove}</Button>
              </IfMay>
            </li>
          ))}
        </ul>
        {files.data !== undefined && files.data.length > 0 && (
          <p className={styles.totals}>
            <Totals label={text.allFiles} />
          </p>
        )}
      </Panel>
      {shown !== undefined && <Comparison id={shown.id} />}
      {removing !== undefined && (
        <ConfirmDialog
          title={text.removeTitle}
          text={text.removeText}
          confirm={text.remove}
          run={() => remove(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Page>
  )
}

/** What all files add up to, or chosen ones. */
function Totals({ ids, label }: { ids?: string[]; label?: string }) {
  const query = useQuery({ ...listQuery(countSettlements, { ...(ids && { ids }) }), staleTime: 60_000 })
  if (query.error !== null) return text.totalsFailed
  // The sums of other files would not be those of the chosen ones.
  const data = query.isPlaceholderData ? undefined : query.data
  const sums =
    data && (['paid', 'refunded', 'fee', 'settled'] as const).map((key) => `${text[key]} ${wonOf(data[key])}`)
  return <span>{sums && [...(label ? [label] : []), ...sums].join(' · ')}</span>
}

/** Reads a file in any encoding of Korean Excel and sends its text; the server reports its faults. */
function Upload({ onFiles }: { onFiles: (ids: readonly string[]) => Promise<void> }) {
  const id = useId()
  const [refusal, setRefusal] = useState<string>()
  const [piece, setPiece] = useState<{ at: number; of: number }>()
  const { busy, failure, act } = useAction(async (pieces: readonly Piece[]) => {
    // Pieces are sent one after the other. If one fails, the user sends the file again: pieces that are already stored
    // change nothing.
    const added: string[] = []
    let sum = 0
    for (const [at, sent] of pieces.entries()) {
      if (pieces.length > 1) setPiece({ at: at + 1, of: pieces.length })
      const { id: file, rows } = await call(importSettlement, sent).finally(() => setPiece(undefined))
      added.push(file)
      sum += rows
    }
    await onFiles(added)
    notify.success(text.uploaded(amount(sum)))
  })
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? []
    target.value = '' // so that the same file can be chosen again
    if (chosen === undefined) return
    const read = await readSettlement(chosen)
    setRefusal('refusal' in read ? read.refusal : undefined)
    if ('pieces' in read) act(read.pieces)
  }
  const fault = refusal ?? faultOf(failure, 'csv')
  return (
    <Panel title={text.upload}>
      <Field id={id} label={text.file} hint={text.uploadHint} fault={fault}>
        {/* The browser's own control is in the language of the browser. */}
        <span className={styles.file} aria-busy={busy}>
          <input {...inField(id, fault)} type="file" accept=".csv,.txt,text/csv" disabled={busy} onChange={choose} />
          <span role="status">
            {busy && (piece ? text.uploadingPiece(amount(piece.at), amount(piece.of)) : text.uploading)}
          </span>
          {!busy && <span aria-hidden>{text.choose}</span>}
        </span>
      </Field>
      {failure !== null && <Failure title={text.uploadFailed} cause={failure} />}
    </Panel>
  )
}

/** Reads a settlement file and splits it into pieces that fit into a request, or returns why it cannot be sent. */
async function readSettlement(file: File): Promise<{ pieces: Piece[] } | { refusal: string }> {
  // A file in UTF-16 can be twice as large as its text in a request.
  if (file.size > 2 * mostPieces * settlementFileLimits.bytes) return { refusal: text.tooLarge }
  const decoded = await file.arrayBuffer().then(
    (bytes) => decodeText(new Uint8Array(bytes)),
    () => ({ not: 'text' }) as const,
  )
  if ('source' in decoded) {
    const pieces = splitSettlement(file.name, decoded.source)
    return pieces === undefined ? { refusal: text.tooLarge } : { pieces }
  }
  return { refusal: decoded.not === 'spreadsheet' ? text.spreadsheet : text.unreadable }
}
