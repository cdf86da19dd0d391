import type { IncomingMessage } from 'node:http'
import {
  normalisePlate,
  type PastCorrection,
  type PlateListKind,
  plateListKinds,
  type Revenue,
  type Visit,
  type VisitDetail,
  type VisitRow,
  type VisitStatistic,
} from '@kingcar/contract'
import sharp from 'sharp'
import { type FakeGateway, liveEvent } from '../fake-gateway.ts'
import { idIn, pageOf, searchOf } from './paging.ts'

const idOf = (kind: number, n: number) => `019aa000-000${kind}-7000-8000-${String(n).padStart(12, '0')}`
const gangnam = idOf(1, 1)
const names = ['홍길동', '방문객', '김서연', '이도윤', '방문객', '박하준', '최지우', '서울바다자동차서비스']
const plates = ['123가4568', '12나3456', '397다1215', '서울12바3456', '367어1248', '외교005003', '임1234', 'ABC-1234']

/** A visit `n` seconds ago. */
export function visitOf(n: number, fields: Partial<Visit> = {}): Visit {
  const at = new Date(Date.now() - n * 1_000).toISOString()
  const guest = names[n % 8] === '방문객'
  return {
    ...{ id: idOf(2, n), storeId: gangnam, storeName: '강남점', deviceId: idOf(3, 1) },
    ...{ carNumber: plates[n % 8] ?? '', memberId: guest ? null : idOf(5, n), name: names[n % 8] ?? '' },
    ...{ visitCount: guest ? 1 : 12 + n, recognizedAt: at, latestReadAt: at, receivedAt: at, reads: 1 + (n % 4) },
    ...{ late: n === 3, mergedInto: null },
    productUsed: n % 3 === 0 ? { productName: '정기 세차권', remainingUses: n % 2 ? 3 : null } : null,
    ...fields,
  }
}

/** The live event of a visit. */
export const eventOf = ({ id, mergedInto, ...visit }: Visit, fields: object = {}) => {
  const { name, carNumber, visitCount, storeId, storeName, recognizedAt, late, reads, productUsed } = visit
  const same = { name, carNumber, visitCount, storeId, storeName, recognizedAt, late, reads, productUsed }
  return liveEvent({ ...same, visitId: id, ...(mergedInto !== null && { mergedInto }), ...fields })
}

const readings = (visit: Visit): VisitDetail['readings'] =>
  Array.from({ length: visit.reads }, (_, n) => ({
    ...{
      readId: idOf(8, n + 1),
      deviceId: idOf(3, 1 + (n % 2)),
      carNumber: visit.carNumber,
      confidence: 0.97 - n / 50,
    },
    ...{
      direction: 'in',
      recognizedAt: visit.recognizedAt,
      receivedAt: visit.receivedAt,
      rejected: null,
      doubtful: false,
    },
    candidates: n === 0 ? [{ carNumber: '128가4568', confidence: 0.61 }] : [],
    imageId: n === 0 ? idOf(7, 2) : null,
    boundingBox: n === 0 ? { x: 160, y: 120, width: 320, height: 60 } : null,
  }))

/** Of the clearest read, with a box of its own for each visit; some visits have no picture. */
const pictureOf = (visit: Visit): Pick<VisitRow, 'imageId' | 'boundingBox'> => {
  const n = Number(visit.id.slice(-3))
  const has = n % 8 !== 0
  return { imageId: has ? idOf(7, 2) : null, boundingBox: has ? { x: n, y: 120, width: 320, height: 60 } : null }
}

const picture = sharp({ create: { width: 640, height: 360, channels: 3, background: '#56606f' } })
  .png()
  .toBuffer()

const hour = 3_600_000
const seoul = (at: number) => new Date(at + 9 * hour).toISOString()

/** The hours or days that a query touches, each with its start. */
function periodsIn(request: IncomingMessage) {
  const query = searchOf(request)
  const moment = (text: string, end: number) =>
    text.includes('T') ? Date.parse(text) : Date.parse(`${text}T00:00:00+09:00`) + end
  const [since, until] = [moment(query.get('from') ?? '', 0), moment(query.get('to') ?? '', 24 * hour)]
  const length = query.get('by') === 'hour' ? hour : 24 * hour
  const name = length === hour ? 'YYYY-MM-DDTHH'.length : 'YYYY-MM-DD'.length
  const count = Math.max(0, Math.ceil((until - since) / length))
  return Array.from({ length: count }, (_, at) => ({
    period: seoul(since + at * length).slice(0, name),
    hours: Math.min(length, until - since - at * length) / hour,
  }))
}

/** The decision about a visit's use, as the server makes it. */
const decisionOf = ({ memberId, productUsed, id }: Visit, decisions: Record<string, VisitDecision>): VisitDecision => {
  if (memberId === null) return { useDecision: null, judgedProduct: null }
  if (productUsed === null) return decisions[id] ?? { useDecision: 'noProduct', judgedProduct: null }
  return { useDecision: 'used', judgedProduct: { userProductId: idOf(6, 1), productName: productUsed.productName } }
}
type VisitDecision = Pick<VisitRow, 'useDecision' | 'judgedProduct'>

/** Calls of visits, visit statistics and revenue, on a list that the test changes. */
export function withVisits(gateway: FakeGateway) {
  const state = {
    visits: Array.from({ length: 43 }, (_, n) => visitOf(n + 1)),
    /** Received queries of the visit list. */
    queries: [] as string[],
    /** Received queries of crops of plates. */
    plates: [] as string[],
    /** Received queries of the visit statistics. */
    counts: [] as string[],
    suggestions: [{ carNumber: '128가4568', memberId: idOf(5, 77), name: '정다은' }],
    /** Past correction by plate, for every device. */
    pastCorrections: {} as Record<string, PastCorrection>,
    /** Why visits used nothing, by id; otherwise their members have no product. */
    decisions: {} as Record<string, VisitDecision>,
    /** Ids of visits whose plates are doubtful. */
    doubtful: new Set<string>(),
    /** Ids of visits whose plates are on lists. */
    listed: {} as Partial<Record<PlateListKind, string>>,
    /** How long the cars of visits stayed, by id; the others have not left. */
    stayed: {} as Record<string, number>,
    /** Number of visits by hour of the day. */
    visitsAt: (hourOfDay: number): number => (hourOfDay === 17 ? 4 : hourOfDay > 8 && hourOfDay < 21 ? 2 : 0),
    /** Received manual visits, with their idempotency keys. */
    noted: [] as { body: unknown; key: string | undefined }[],
    /** Received corrections, with their `If-Match`. */
    corrections: [] as { body: unknown; ifMatch: string | undefined }[],
    /** Incremented with each change of a visit. */
    revision: 1,
  }
  const { answers } = gateway
  const stayOf = ({ id, recognizedAt }: Visit) => {
    const dwellSeconds = state.stayed[id] ?? null
    const leftAt =
      dwellSeconds === null ? null : new Date(Date.parse(recognizedAt) + dwellSeconds * 1_000).toISOString()
    const listed = plateListKinds.find((kind) => state.listed[kind] === id) ?? null
    return { leftAt, dwellSeconds, doubtful: state.doubtful.has(id), listed }
  }
  const tag = () => `"${state.revision}"`

  const matching = (request: IncomingMessage) => {
    const query = searchOf(request)
    const [storeId, plate, member] = [query.get('storeId'), query.get('carNumber') ?? '', query.get('member')]
    const [kind, useDecision, review] = ['kind', 'useDecision', 'review'].map((name) => query.get(name))
    // Days select all.
    const instant = (name: string, otherwise: string) =>
      (query.get(name)?.includes('T') ? query.get(name) : null) ?? otherwise
    const [from, to] = [instant('from', ''), instant('to', '~')]
    const found = state.visits.filter(
      (visit) =>
        visit.mergedInto === null &&
        (storeId ?? visit.storeId) === visit.storeId &&
        visit.carNumber.endsWith(normalisePlate(plate)) &&
        [visit.memberId, visit.name].includes(member ?? visit.name) &&
        (kind === null || (kind === 'guest') === (visit.memberId === null)) &&
        (review === null || state.doubtful.has(visit.id)) &&
        (useDecision === null || decisionOf(visit, state.decisions).useDecision === useDecision) &&
        visit.recognizedAt >= from &&
        visit.recognizedAt < to,
    )
    return query.get('sort') === 'recognizedAt,asc' ? found.toReversed() : found
  }
  const found = (request: IncomingMessage, and: (visit: Visit) => object = () => ({})) => {
    const visit = state.visits.find(({ id }) => id === idIn(request))
    if (visit === undefined)
      return { status: 404, error: { code: 'VISIT_NOT_FOUND', message: '방문을 찾을 수 없어요.' } }
    Object.assign(visit, and(visit))
    const suggestions = visit.memberId === null ? state.suggestions : []
    const past = { pastCorrection: state.pastCorrections[visit.carNumber] ?? null }
    const more = { ...decisionOf(visit, state.decisions), ...stayOf(visit) }
    const result = { ...visit, ...more, ...past, readings: readings(visit), suggestions }
    return { result: result satisfies VisitDetail, etag: tag() }
  }

  answers['GET /admin/api/visits'] = (_, __, request) => {
    state.queries.push(searchOf(request).toString())
    const rows = matching(request).map((visit): VisitRow => {
      const decision = decisionOf(visit, state.decisions)
      return {
        ...visit,
        ...decision,
        ...stayOf(visit),
        ...pictureOf(visit),
        suggestedCarNumber: state.pastCorrections[visit.carNumber]?.carNumber ?? null,
      }
    })
    return pageOf(rows, request)
  }
  answers['GET /admin/api/visits/totals'] = (_, __, request) => {
    const most = Number(searchOf(request).get('most') ?? state.visits.length)
    return { result: { count: Math.min(most, matching(request).length) } }
  }
  answers['GET /admin/api/visits/export'] = (_, __, request) => {
    state.queries.push(searchOf(request).toString())
    const lines = ['차량번호', ...matching(request).map(({ carNumber }) => carNumber)]
    return { file: `\uFEFF${lines.map((line) => `${line}\r\n`).join('')}`, type: 'text/csv; charset=utf-8' }
  }
  answers['GET /admin/api/visits/stats'] = (_, __, request) => {
    state.counts.push(searchOf(request).toString())
    const result = periodsIn(request).map(({ period, hours }): VisitStatistic => {
      const first = Number(period.slice('YYYY-MM-DDT'.length))
      const sum = Array.from({ length: Math.ceil(hours) }, (_each, at) => state.visitsAt(first + at))
      const visits = sum.reduce((all, each) => all + each, 0)
      const guests = Math.floor(visits / 4)
      const none = { late: 0, corrected: 0, used: 0 }
      return { period, visits, members: visits - guests, guests, returning: Math.floor(visits / 2), ...none }
    })
    return { result }
  }
  answers['GET /admin/api/orders/revenue'] = (_, __, request) => ({
    result: periodsIn(request).map(({ period }): Revenue => ({ period, paid: 550_000, refunded: 50_000, count: 11 })),
  })
  answers['GET /admin/api/visits/{id}'] = (_, __, request) => found(request)
  answers['PATCH /admin/api/visits/{id}'] = (body, _, request) => {
    const ifMatch = request.headers['if-match']
    state.corrections.push({ body, ifMatch })
    if (ifMatch !== tag()) return { status: 412, error: { code: 'CHANGED_SINCE', message: '그사이 바뀌었어요.' } }
    state.revision += 1
    const { carNumber } = body as { carNumber: string }
    return found(request, () => ({ carNumber: normalisePlate(carNumber), memberId: idOf(5, 77), name: '정다은' }))
  }
  answers['POST /admin/api/visits'] = (body, _, request) => {
    state.noted.push({ body, key: String(request.headers['idempotency-key']) })
    const { storeId, carNumber } = body as { storeId: string; carNumber: string }
    const visit = visitOf(0, { id: idOf(2, 900), storeId, carNumber: normalisePlate(carNumber), name: '직접기록손님' })
    state.visits = [visit, ...state.visits]
    const decision = decisionOf(visit, state.decisions)
    return {
      result: {
        ...visit,
        ...decision,
        ...stayOf(visit),
        readings: [],
        suggestions: [],
        pastCorrection: null,
      } satisfies VisitDetail,
    }
  }
  answers['GET /admin/api/images/{id}/plate'] = async (_, __, request) => {
    state.plates.push(searchOf(request).toString())
    return { file: await picture, type: 'image/png' }
  }
  answers[`GET /api/images/${idOf(7, 2)}`] = async () => ({ file: await picture, type: 'image/png' })
  return state
}
