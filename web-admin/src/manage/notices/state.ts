import type { NoticeSummary } from '@kingcar/contract'
import type { Tone } from '../components/controls.tsx'
import { text } from './copy.ts'

/** Label and tone: whether members see a notice now. `now` in epoch milliseconds. */
export function stateOf(
  { publishedAt }: Pick<NoticeSummary, 'publishedAt'>,
  now: number,
): { word: string; tone: Tone } {
  if (publishedAt === null) return { word: text.draft, tone: 'neutral' }
  return Date.parse(publishedAt) > now ? { word: text.scheduled, tone: 'warn' } : { word: text.published, tone: 'ok' }
}
