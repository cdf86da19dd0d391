import { BusinessHours, faultsOf } from '@kingcar/contract'
import { hoursOf, weekOf } from '../stores/hours.ts'
import { text } from './copy.ts'

/*
 * Opening hours as people write them: groups of days with what those have in common, such as
 * `월-금 09:00-12:00, 13:00-21:00; 토 10:00-02:00; 일 휴무`. Days come as letters, ranges (also over the week's end) and words for
 * several; a closing time before the opening one is on the next day. A day that is said to be closed is so whatever else is said
 * of it: `매일 09:00-21:00; 일 휴무` means six days. Commas, semicolons and spaces between the parts mean nothing.
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

/** Business hours from what a person wrote, in the order of the week; or what is wrong with it. */
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

/** One character for each kind of space, dash and digit, and words in full. */
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

/** What the contract, or the server beyond it, would refuse. */
function faultIn(open: string, close: string): string | undefined {
  const wrong = faultsOf(BusinessHours, { day: 1, open, close })
  if (wrong.length > 0) return text.hours.time(wrong[0]?.path === 'open' ? open : close)
  return open === close ? text.hours.empty(open) : undefined
}

/** Business hours as `parseHours` reads them; days that have the same together. */
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
