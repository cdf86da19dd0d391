import { createStore } from '@kingcar/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/api.ts'
import { SignedOutError } from '../../api/session.ts'
import { storesQuery } from '../api/queries.ts'
import { useAction } from '../api/use-action.ts'
import { randomKey } from '../api/use-idempotency-key.ts'
import { Button } from '../components/controls.tsx'
import { Page } from '../components/Page.tsx'
import { Facts, Panel } from '../components/Panel.tsx'
import { useUnsavedGuard } from '../form/use-unsaved-guard.ts'
import { BackToList } from '../list/BackToList.tsx'
import { saveFile } from '../list/CsvButton.tsx'
import { announce } from '../page/announce.ts'
import { text as stores } from '../stores/copy.ts'
import { refreshStores } from '../stores/refresh.ts'
import { amount } from '../text/format.ts'
import { type CheckedRow, checkRows, type StoreInput } from './check.ts'
import { text } from './copy.ts'
import { FileDrop } from './FileDrop.tsx'
import { fields } from './fields.ts'
import styles from './import.module.css'
import { LeaveRunDialog } from './LeaveRunDialog.tsx'
import { Report } from './Report.tsx'
import { createRun, type Run } from './run.ts'
import { readFile, templateFile } from './sheet.ts'

/** Milliseconds after which the response to a row counts as lost. */
const timeout = 30_000

/** A parsed file, and the run that sends it. */
type Reading = { id: string; name: string; rows: CheckedRow[]; run: Run; compared: boolean }

/** Imports stores from a CSV file: the file is chosen, checked without sending anything, and then sent row by row. */
export function ImportStoresPage() {
  const client = useQueryClient()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [reading, setReading] = useState<Reading | null>(null)

  const read = useAction(async (file: File) => {
    setRefusal(null)
    const sheet = await readFile(file)
    if ('refusal' in sheet) return setRefusal(sheet.refusal)
    const known = await client.fetchQuery({ ...storesQuery, staleTime: 0 }).catch(() => null)
    const rows = checkRows(sheet.rows, known?.map(({ name }) => name) ?? [])
    setReading({ id: randomKey(), name: file.name, rows, run: createRun(rows, send), compared: known !== null })
  })
  const start = useAction(async (run: Run) => {
    announce(text.began)
    try {
      await run.start(announceProgress)
    } catch (cause) {
      if (cause instanceof SignedOutError) guard.release() // going to /login needs no question about leaving
      throw cause
    } finally {
      await refreshStores(client)
    }
  })
  const guard = useUnsavedGuard(start.busy)
  const run = reading?.run
  useEffect(() => () => run?.stop(), [run])

  return (
    <Page title={text.title} lead={text.lead} above={<BackToList to="/manage/stores" label={stores.title} />}>
      <Panel
        title={text.fileTitle}
        actions={<Button onClick={() => saveFile(templateFile(), text.templateFile)}>{text.template}</Button>}
      >
        <FileDrop busy={read.busy} disabled={start.busy} onFile={read.act} />
        <p className={styles.refusal} role="alert">
          {refusal}
        </p>
        <details className={styles.how}>
          <summary>{text.howTitle}</summary>
          <Facts facts={fields.map((field) => [text.headings[field], text.how[field]])} />
        </details>
      </Panel>
      {reading !== null && (
        <Report key={reading.id} {...reading} busy={start.busy} onStart={() => start.act(reading.run)} />
      )}
      {guard.leaving !== null && <LeaveRunDialog answer={guard.leaving.answer} />}
    </Page>
  )
}

const send = (input: StoreInput, idempotencyKey: string) => call(createStore, input, { idempotencyKey, timeout })

/** Announces the progress ten times per run: an announcement for each of up to five hundred rows would be too many. */
function announceProgress(past: number, of: number): void {
  const tenths = (rows: number) => Math.floor((rows * 10) / of)
  if (past < of && tenths(past) > tenths(past - 1)) announce(text.progress(amount(past), amount(of)))
}
