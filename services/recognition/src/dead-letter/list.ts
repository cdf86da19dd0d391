import type { contract, DeadLetter, Input, PageOf } from '@kingcar/contract'
import { page, sliced } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { deadLetters } from '../tables.ts'
import { unsettled } from './queries.ts'

const columns = { id: deadLetters.id, receivedAt: deadLetters.receivedAt }

/** Unsettled letters, by default the newest first. */
export function listDeadLetters(
  { db }: Pick<Ctx, 'db'>,
  input: Input<typeof contract.recognition.listDeadLetters>,
): Promise<PageOf<DeadLetter>> {
  return page(
    input,
    columns,
    'receivedAt,desc',
    async (slice) => {
      const rows = await sliced(
        db.read.select({ letter: deadLetters.letter }).from(deadLetters).where(unsettled),
        slice,
      )
      return truncateToFit(rows.flatMap(({ letter }) => letter ?? []))
    },
    () => db.read.$count(deadLetters, unsettled),
  )
}

/** Maximum JSON bytes of a page: it is one bus message, which holds 1 MiB. */
const maxPageBytes = 768 * 1024
/** JSON bytes of an escaped character. */
const maxBytesPerCharacter = 6
/** Characters; the subject of a device has 90. */
const maxSubject = 200

/** Truncates subjects and payloads if all letters together are too large. */
function truncateToFit(letters: DeadLetter[]): DeadLetter[] {
  if (Buffer.byteLength(JSON.stringify(letters)) <= maxPageBytes) return letters
  const share = Math.floor(maxPageBytes / letters.length / maxBytesPerCharacter)
  return letters.map((letter) => {
    return { ...letter, subject: shorten(letter.subject, maxSubject), payload: shorten(letter.payload, share) }
  })
}

const shorten = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text)
