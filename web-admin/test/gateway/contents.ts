import type { Notice, Terms, TermsType } from '@kingcar/contract'
import type { Answer, FakeGateway } from '../fake-gateway.ts'
import { idIn, pageOf, searchOf } from './paging.ts'

const idOf = (kind: number, n: number) => `019aa000-00${kind}-7000-8000-${String(n).padStart(12, '0')}`
const at = '2026-11-20T05:02:00.000Z'
/** Far in the future, so that no test reaches it. */
const later = '2099-01-01T00:00:00.000Z'

export const noticeOf = (n: number, fields: Partial<Notice> = {}): Notice => ({
  ...{ id: idOf(30, n), title: `${n}번 공지`, content: `${n}번 내용`, pinned: false, publishedAt: at },
  ...{ createdAt: at, updatedAt: at, ...fields },
})

export const termsOf = (n: number, type: TermsType, version: number, fields: Partial<Terms> = {}): Terms => ({
  ...{ id: idOf(31, n), type, version, title: `약관 ${version}판`, content: '제1조 (목적)', required: true },
  ...{ effectiveAt: at, createdAt: at, updatedAt: at, ...fields },
})

/** Line diff of a text in which one contiguous part changed. */
function changesOf(before: string, after: string) {
  const [old, now] = [before.split(/(?<=\n)/), after.split(/(?<=\n)/)]
  let [first, last] = [0, 0]
  while (first < old.length && old[first] === now[first]) first += 1
  while (last < old.length - first && old.at(-1 - last) === now.at(-1 - last)) last += 1
  const changes = [
    { kind: 'same', text: old.slice(0, first).join('') },
    { kind: 'removed', text: old.slice(first, old.length - last).join('') },
    { kind: 'added', text: now.slice(first, now.length - last).join('') },
    { kind: 'same', text: last === 0 ? '' : old.slice(-last).join('') },
  ]
  return changes.filter(({ text }) => text !== '')
}

type Versioned = { id: string }
type Kept<T> = {
  items: T[]
  /** Number of changes by id. */
  versions: Map<string, number>
  /** Received bodies of creations and changes. */
  sent: unknown[]
}

/** Calls to list, read, create, change and delete entities of one kind. */
function keep<T extends Versioned>(gateway: FakeGateway, path: string, items: T[], make: (body: object) => T): Kept<T> {
  const kept: Kept<T> = { items, versions: new Map(), sent: [] }
  const { answers } = gateway
  const tag = (id: string) => `"${kept.versions.get(id) ?? 1}"`
  const one = (change: (found: T, body: object) => T | null): Answer => {
    return (body, _, request) => {
      const found = kept.items.find(({ id }) => id === idIn(request))
      if (found === undefined) return { status: 404, error: { code: 'NOT_FOUND', message: '찾을 수 없어요.' } }
      const match = request.headers['if-match']
      if (match !== undefined && match !== tag(found.id)) return { status: 412, error: { code: 'CHANGED_SINCE' } }
      const next = change(found, body as object)
      kept.items = kept.items.flatMap((each) => (each.id !== found.id ? [each] : next === null ? [] : [next]))
      return { result: next, etag: tag(found.id) }
    }
  }
  answers[`GET ${path}`] = (_, __, request) => pageOf(kept.items, request)
  answers[`GET ${path}/{id}`] = one((found) => found)
  answers[`DELETE ${path}/{id}`] = one(() => null)
  answers[`PATCH ${path}/{id}`] = one((found, body) => {
    kept.sent.push(body)
    kept.versions.set(found.id, (kept.versions.get(found.id) ?? 1) + 1)
    return { ...found, ...body, updatedAt: new Date().toISOString() }
  })
  answers[`POST ${path}`] = (body) => {
    kept.sent.push(body)
    const made = make(body as object)
    kept.items = [made, ...kept.items]
    return { result: made, etag: tag(made.id) }
  }
  return kept
}

/** Calls of notices and terms, on lists that the test changes. */
export function withContents(gateway: FakeGateway) {
  const notices = keep(
    gateway,
    '/admin/api/notices',
    [
      noticeOf(1, {
        title: '추석 연휴 운영 안내',
        pinned: true,
        content: '## 안내\n\n* 추석 당일은 쉬어요\n* 다음 날 **열어요**\n',
      }),
      noticeOf(2, { title: '겨울 세차 이벤트', publishedAt: later }),
      noticeOf(3, { title: '아직 쓰는 중', publishedAt: null }),
    ],
    (body) => noticeOf(9, { publishedAt: new Date().toISOString(), ...body }),
  )
  const terms = keep(
    gateway,
    '/admin/api/terms',
    [
      termsOf(1, 'TERMS_OF_USE', 1, { title: '킹카 이용약관', content: termsText('제1조 (목적)') }),
      termsOf(2, 'TERMS_OF_USE', 2, {
        title: '킹카 이용약관',
        content: termsText('제1조 (목적과 정의)'),
        effectiveAt: later,
      }),
      termsOf(3, 'MARKETING', 1, { title: '마케팅 수신 동의', required: false }),
    ],
    (body) => termsOf(9, 'TERMS_OF_USE', 3, body as Partial<Terms>),
  )
  gateway.answers['GET /admin/api/terms/{id}/compare'] = (_, __, request) => {
    const contentOf = (id: string | null) => terms.items.find((each) => each.id === id)?.content ?? ''
    return { result: { changes: changesOf(contentOf(searchOf(request).get('with')), contentOf(idIn(request))) } }
  }
  return { notices, terms }
}

/** Ten articles; the first has the given text. */
function termsText(first: string): string {
  const others = Array.from({ length: 9 }, (_, n) => `제${n + 2}조 회원은 약관을 지켜요.`)
  return `${[first, ...others].join('\n\n')}\n`
}
