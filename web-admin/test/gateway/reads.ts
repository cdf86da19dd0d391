import { normalisePlate, type ReviewedRead } from '@kingcar/contract'
import type { FakeGateway } from '../fake-gateway.ts'
import { idIn, pageOf, searchOf } from './paging.ts'

const idOf = (kind: number, n: number) => `019aa000-000${kind}-7000-8000-${String(n).padStart(12, '0')}`

/** A read that awaits a decision: `n` minutes ago, of which every third is not a plate and every fourth has a picture. */
export function reviewedRead(n: number, fields: Partial<ReviewedRead> = {}): ReviewedRead {
  const digits = String(1_000 + n)
  const at = new Date(Date.now() - n * 60_000).toISOString()
  const isPlate = n % 3 !== 0
  return {
    ...{ readId: idOf(8, n), deviceId: idOf(3, 1 + (n % 2)), storeId: idOf(1, 1), reviewState: 'open' },
    ...{ reason: isPlate ? 'lowConfidence' : 'notAPlate', carNumber: isPlate ? `12가${digits}` : `12A${digits}` },
    ...{ confidence: 0.74, recognizedAt: at, receivedAt: at, suggestedCarNumber: null, visitId: null },
    candidates: [{ carNumber: `17가${digits}`, confidence: 0.41 }],
    nearestMembers: [{ carNumber: `12거${digits}`, memberId: idOf(5, n), name: '김민지', distance: 0.5 }],
    imageId: n % 4 === 1 ? idOf(7, 2) : null,
    boundingBox: n % 4 === 1 ? { x: 160, y: 120, width: 320, height: 60 } : null,
    ...{ acceptedCarNumber: null, decidedAt: null },
    ...fields,
  }
}

const decided = { reviewState: 'accepted', acceptedCarNumber: '12가9999', visitId: idOf(2, 9) } as const

/** Calls of reads to review, on a list that the test changes. */
export function withReads(gateway: FakeGateway) {
  const state = {
    reads: [
      ...Array.from({ length: 20 }, (_, at) => reviewedRead(at + 1)),
      reviewedRead(90, { ...decided, decidedAt: new Date().toISOString() }),
    ],
    /** Received queries of the list. */
    queries: [] as string[],
    /** Received decisions, in order: the plate, or null for a dismissal. */
    decisions: [] as [readId: string, carNumber: string | null][],
  }
  const decide = (readId: string, deviceId: string | undefined, change: Partial<ReviewedRead>) => {
    const found = state.reads.find((read) => read.readId === readId && read.deviceId === deviceId)
    if (!found) return { status: 404, error: { code: 'READ_NOT_FOUND', message: '인식 기록을 찾을 수 없어요.' } }
    state.decisions.push([readId, change.acceptedCarNumber ?? null])
    const result = { ...found, ...change, decidedAt: new Date().toISOString() }
    state.reads = state.reads.map((read) => (read === found ? result : read))
    return { result }
  }
  const { answers } = gateway
  answers['GET /admin/api/recognition/reads'] = (_, __, request) => {
    const query = searchOf(request)
    state.queries.push(query.toString())
    const [shown, storeId, deviceId] = [query.get('reviewState') ?? 'open', query.get('storeId'), query.get('deviceId')]
    const matching = state.reads.filter(
      (read) =>
        read.reviewState === shown &&
        (storeId ?? read.storeId) === read.storeId &&
        (deviceId ?? read.deviceId) === read.deviceId,
    )
    return pageOf(matching, request)
  }
  answers['POST /admin/api/recognition/reads/{id}/accept'] = (body, _, request) => {
    const { carNumber, deviceId } = body as { carNumber: string; deviceId: string }
    return decide(idIn(request), deviceId, {
      ...{ reviewState: 'accepted', acceptedCarNumber: normalisePlate(carNumber), visitId: idOf(2, 9) },
    })
  }
  answers['POST /admin/api/recognition/reads/{id}/dismiss'] = (body, _, request) =>
    decide(idIn(request), (body as { deviceId: string }).deviceId, { reviewState: 'dismissed' })
  return state
}
