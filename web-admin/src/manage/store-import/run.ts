import { ApiError } from '@kingcar/client'
import { createStore } from 'zustand/vanilla'
import { randomKey } from '../api/use-idempotency-key.ts'
import type { CheckedRow, StoreInput } from './check.ts'

/** Outcome of a sent row. `unsure`: no response, or one that does not concern the row, so the store may exist. */
export type Outcome =
  | { state: 'sending' }
  | { state: 'done' }
  | { state: 'refused'; cause: ApiError }
  | { state: 'unsure' }

type RunState = {
  /** Outcomes by row number; a row that was not sent has none. */
  outcomes: ReadonlyMap<number, Outcome>
  done: number
  /** Number of rows finished in this start, and their total. */
  progress: { past: number; of: number }
  stopping: boolean
  /** The failure that ended the last start early; null if none. */
  failure: unknown
}
type Send = (input: StoreInput, idempotencyKey: string) => Promise<unknown>

/**
 * Sends the rows without faults, one after the other. A rejection is recorded at its row; a failure that would affect the next
 * row too (no network, too many requests, an ended session) ends the start. Each row keeps its idempotency key for the whole
 * run, so that a row whose response was lost is not created twice.
 */
export function createRun(rows: readonly CheckedRow[], send: Send) {
  const ready = rows.flatMap(({ number, input }) => (input === null ? [] : [{ number, input, key: randomKey() }]))
  const store = createStore<RunState>(() => ({
    outcomes: new Map(),
    done: 0,
    progress: { past: 0, of: 0 },
    stopping: false,
    failure: null,
  }))
  const { getState, setState } = store
  const note = (number: number, outcome: Outcome) =>
    setState(({ outcomes, done }) => ({
      outcomes: new Map(outcomes).set(number, outcome),
      done: done + (outcome.state === 'done' ? 1 : 0),
    }))
  const left = () => ready.filter(({ number }) => getState().outcomes.get(number)?.state !== 'done')

  return {
    ...store,
    /** Number of rows without faults. */
    total: ready.length,
    /**
     * Sends all rows that are not done.
     * @param onProgress called after each row
     * @throws the failure that ended it early
     */
    start: async (onProgress: (past: number, of: number) => void) => {
      const rest = left()
      setState({ stopping: false, failure: null, progress: { past: 0, of: rest.length } })
      for (const [index, { number, input, key }] of rest.entries()) {
        if (getState().stopping) break
        note(number, { state: 'sending' })
        try {
          await send(input, key)
          note(number, { state: 'done' })
        } catch (cause) {
          if (!isAboutRow(cause)) {
            note(number, { state: 'unsure' })
            setState({ failure: cause })
            throw cause
          }
          note(number, { state: 'refused', cause })
        }
        setState({ progress: { past: index + 1, of: rest.length } })
        onProgress(index + 1, rest.length)
      }
    },
    /** Finishes the current row and sends no other. */
    stop: () => setState({ stopping: true }),
  }
}

export type Run = ReturnType<typeof createRun>

/** Whether a failure concerns the row itself: not with 429, nor with an unreachable or failing server. */
const isAboutRow = (cause: unknown): cause is ApiError =>
  cause instanceof ApiError && cause.status !== 429 && cause.status < 500
