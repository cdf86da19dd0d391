import { ApiError } from '@kingcar/client'
import { createStore } from 'zustand/vanilla'
import { randomKey } from '../api/use-idempotency-key.ts'
import type { CheckedRow, StoreInput } from './check.ts'

/** What became of a row that was sent. `unsure`: no answer came, or none about the row; it may be there. */
export type Outcome =
  | { state: 'sending' }
  | { state: 'done' }
  | { state: 'refused'; cause: ApiError }
  | { state: 'unsure' }

type RunState = {
  /** By the row's number; one that was not sent has none. */
  outcomes: ReadonlyMap<number, Outcome>
  done: number
  /** How many this start has come through, and of how many. */
  progress: { past: number; of: number }
  stopping: boolean
  /** What ended the last start before its last row; null where nothing did. */
  failure: unknown
}
type Send = (input: StoreInput, idempotencyKey: string) => Promise<unknown>

/**
 * Sends rows without faults, one after the other. A refusal stays at its row; whatever would befall the next one too (no
 * network, too many calls, a session that has ended) ends the start. Each row keeps its key for as long as the run lives, so
 * that one whose answer was lost is not made a second time.
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
    /** How many rows there are to send at all. */
    total: ready.length,
    /**
     * Sends what is not done.
     * @param told of each row that is past
     * @throws what ended it before its last row
     */
    start: async (told: (past: number, of: number) => void) => {
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
        told(index + 1, rest.length)
      }
    },
    /** Lets the row that is on its way arrive, and sends no other. */
    stop: () => setState({ stopping: true }),
  }
}

export type Run = ReturnType<typeof createRun>

/** Too many calls, and a server that is away or failed, say nothing of the row. */
const isAboutRow = (cause: unknown): cause is ApiError =>
  cause instanceof ApiError && cause.status !== 429 && cause.status < 500
