import { BusinessHours, validationDetails } from '@kingcar/contract'
import { hoursOf, weekOf } from '../stores/hours.ts'
import { text } from './copy.ts'

/*
 * Opening hours as users write them: groups of days with their common hours, such as
 * `월-금 09:00-12:00, 13:00-21:00; 토 10:00-02:00; 일 휴무`. Days are single letters, ranges (also across the end of the week) or
 * words for several days. A closing time before the opening time is on the next day. A day marked as closed is closed in any
 * case: `매일 09:00-21:00; 일 휴무` means six days. Commas, semicolons and spaces between the parts are ignored.
 */

const letters = '월화수목금토일'
const inFull: Record<string, string> = {
  매일: '월-일',
  평일: '월-금',
  주말: '토-일',
  '24시간': '00:00-24:00',
  요일: '',
}

const day = `[${letters}]`
const days = `${day}(?: ?- ?${day})?`
const time = String.raw`\d{1,2}:\d{2}`
const span = `(?:${time} ?- ?${time}|휴무)`
const between = '[ ,;]*'
const group = new RegExp(
  `${between}(${days}(?:${between}${days})*)${between}(${span}(?:${between}${span})*)${between}`,
  'gy',
)

/** Parses business hours, in the order of the week; or returns the fault. */
export function parseHours(written: string): { hours: BusinessHours[] } | { fault: string } {
  const source = plain(written)
  const closed = new Set<number>()
  const found: BusinessHours[] = []
  let end = 0
  for (const match of source.matchAll(group)) {
    end = match.index + match[0].length
    const [, forDays = '', spans = ''] = match
    const ofGroup = daysIn(forDays)
    if (spans.includes('휴무')) for (const each of ofGroup) closed.add(each)
    for (const [, opens = '', closes = ''] of spans.matchAll(new RegExp(`(${time}) ?- ?(${time})`, 'g'))) {
      const [open, close] = [opens.padStart(5, '0'), closes.padStart(5, '0')]
      const fault = faultIn(open, close)
      if (fault !== undefined) return { fault }
      found.push(...ofGroup.map((each) => ({ day: each, open, close })))
    }
  }
  const rest = source.slice(end).replaceAll(/^[ ,;]+/g, '')
  if (rest !== '') return { fault: text.hours.unknown(rest.length > 20 ? `${rest.slice(0, 20)}…` : rest) }
  return { hours: hoursOf(weekOf(found)).filter((each) => !closed.has(each.day)) }
}

/** Normalises spaces, dashes, digits and abbreviations. */
const plain = (written: string): string =>
  written
    .normalize('NFKC')
    .replaceAll(/[~\u2010-\u2015\u2212\u223c\u301c]/g, '-')
    .replaceAll(/매일|평일|주말|24시간|요일/g, (word) => inFull[word] ?? word)
    .replaceAll(/\s+/g, ' ')
    .trim()

function daysIn(group: string): number[] {
  return [...group.matchAll(new RegExp(`(${day})(?: ?- ?(${day}))?`, 'g'))].flatMap(([, from = '', to = from]) => {
    const first = letters.indexOf(from)
    const length = ((letters.indexOf(to) - first + letters.length) % letters.length) + 1
    return Array.from({ length }, (_, index) => ((first + index) % letters.length) + 1)
  })
}

/** Fault of a pair of times that the contract or the server would reject. */
function faultIn(open: string, close: string): string | undefined {
  const wrong = validationDetails(BusinessHours, { day: 1, open, close })
  if (wrong.length > 0) return text.hours.time(wrong[0]?.path === 'open' ? open : close)
  return open === close ? text.hours.empty(open) : undefined
}

/** Formats business hours for `parseHours`; days with equal hours are grouped. */
export function formatHours(hours: readonly BusinessHours[]): string {
  const daysBySpans = new Map<string, number[]>()
  for (const [index, spans] of weekOf(hours).entries()) {
    if (spans.length === 0) continue
    const written = spans.map(({ open, close }) => `${open}-${close}`).join(', ')
    daysBySpans.set(written, [...(daysBySpans.get(written) ?? []), index])
  }
  return [...daysBySpans].map(([spans, indexes]) => `${inRanges(indexes)} ${spans}`).join('; ')
}

/** `월-수,금` */
function inRanges(indexes: readonly number[]): string {
  const ranges: number[][] = []
  for (const index of indexes) {
    const last = ranges.at(-1)
    if (last?.at(-1) === index - 1) last.push(index)
    else ranges.push([index])
  }
  const letter = (index: number | undefined) => letters[index ?? 0]
  return ranges
    .map((range) => (range.length < 3 ? range.map(letter).join(',') : `${letter(range[0])}-${letter(range.at(-1))}`))
    .join(',')
}
