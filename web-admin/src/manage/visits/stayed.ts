import { text } from './copy.ts'

/** How long a car stayed, in whole hours and minutes: `1시간 5분`. */
export function stayedText(dwellSeconds: number): string {
  const minutes = Math.floor(dwellSeconds / 60)
  const parts = [
    minutes >= 60 && text.stayed.hours(Math.floor(minutes / 60)),
    minutes % 60 > 0 && text.stayed.minutes(minutes % 60),
  ].filter((part) => part !== false)
  return parts.join(' ') || text.stayed.none
}
