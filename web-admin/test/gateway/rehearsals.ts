import type { Rehearsal, RehearsalExample, RehearsalResult, RehearsedSettings, RehearsedVisit } from '@kingcar/contract'
import type { FakeGateway } from '../fake-gateway.ts'
import { idIn } from './paging.ts'

const idOf = (kind: number, n: number) => `019aa000-000${kind}-7000-8000-${String(n).padStart(12, '0')}`
const at = (minute: number) => new Date(Date.parse('2026-11-20T05:00:00.000Z') + minute * 60_000).toISOString()

const visit = (minute: number, fields: Partial<RehearsedVisit> = {}): RehearsedVisit => ({
  ...{ visitId: idOf(2, minute), recognizedAt: at(minute), latestReadAt: at(minute + 1), reads: 3, confidence: 0.91 },
  ...{ doubtful: false, imageId: null },
  ...fields,
})
const example = (n: number, current: RehearsedVisit[], rehearsed: RehearsedVisit[]): RehearsalExample => ({
  ...{ storeId: idOf(1, 1), storeName: '강남점', carNumber: `12가${1_000 + n}`, current, rehearsed },
})
const none = { count: 0, examples: [] }

/** A result in which visits appear, disappear, join and become doubtful. */
export const rehearsalResult: RehearsalResult = {
  visits: { current: 1_204, rehearsed: 1_207 },
  appearing: {
    count: 24,
    examples: Array.from({ length: 20 }, (_, n) =>
      example(n, [], [visit(n, { visitId: null, confidence: 0.74, imageId: n % 4 === 0 ? idOf(7, 2) : null })]),
    ),
  },
  disappearing: { count: 1, examples: [example(30, [visit(30, { imageId: idOf(7, 2) })], [])] },
  joining: { count: 1, examples: [example(31, [visit(31), visit(43)], [visit(31, { reads: 6 })])] },
  splitting: none,
  becomingDoubtful: { count: 1, examples: [example(32, [visit(32)], [visit(32, { doubtful: true })])] },
  becomingCertain: none,
}

type Wish = { from: string; to: string; storeId?: string } & Partial<RehearsedSettings>

const rehearsalOf = (id: string, wish: Wish): Rehearsal => {
  const { from, to, storeId = null, minConfidence = 0.8, revisitSeconds = 600, lookalikeSeconds = 10 } = wish
  return {
    ...{ id, storeId, settings: { minConfidence, revisitSeconds, lookalikeSeconds } },
    current: { minConfidence: 0.8, revisitSeconds: 600, lookalikeSeconds: 10 },
    ...{ from: new Date(`${from}T00:00:00+09:00`).toISOString(), to: new Date(`${to}T24:00:00+09:00`).toISOString() },
    ...{ state: 'running', failure: null, progress: { reads: 0, readsTotal: null }, result: null },
    ...{ startedAt: new Date().toISOString(), finishedAt: null },
  }
}

/** Calls of rehearsals. The test decides about the progress and the end. */
export function withRehearsals({ answers }: FakeGateway) {
  const state: { rehearsals: Rehearsal[]; started: object[]; cancelled: string[] } = {
    /** The newest last. */
    rehearsals: [],
    /** Received inputs, and the ids of cancelled rehearsals. */
    started: [],
    cancelled: [],
  }
  const change = (fields: Partial<Rehearsal>): void => {
    state.rehearsals = state.rehearsals.map((each, at, all) => (at === all.length - 1 ? { ...each, ...fields } : each))
  }
  answers['POST /admin/api/recognition/rehearsals'] = (body) => {
    state.started.push(body as object)
    const result = rehearsalOf(idOf(9, state.started.length), body as Wish)
    state.rehearsals.push(result)
    return { result }
  }
  answers['GET /admin/api/recognition/rehearsals/{id}'] = (_, __, request) => {
    const result = state.rehearsals.find(({ id }) => id === idIn(request))
    const error = { code: 'REHEARSAL_NOT_FOUND', message: '미리 적용한 결과를 찾을 수 없어요.' }
    return result ? { result } : { status: 404, error }
  }
  answers['DELETE /admin/api/recognition/rehearsals/{id}'] = (_, __, request) => {
    state.cancelled.push(idIn(request))
    change({ state: 'cancelled', finishedAt: new Date().toISOString() })
    return { result: null }
  }
  return Object.assign(state, { change })
}
