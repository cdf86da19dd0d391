import type { contract, DeadLetter, Input, PageOf } from '@kingcar/contract'
import { page } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { deadLetters } from '../tables.ts'
import { waiting } from './queries.ts'

const columns = { id: deadLetters.id, receivedAt: deadLetters.receivedAt }

/** Letters that wait, the newest first unless asked otherwise. */
export function listDeadLetters(
  { db }: Ctx,
  input: Input<typeof contract.recognition.listDeadLetters>,
): Promise<PageOf<DeadLetter>> {
  return page(
    input,
    columns,
    'receivedAt,desc',
    async ({ orderBy, limit, offset }) => {
      const rows = await db.read
        .select({ letter: deadLetters.letter })
        .from(deadLetters)
        .where(waiting)
        .orderBy(...orderBy)
        .limit(limit)
        .offset(offset)
      return withinRoom(rows.flatMap(({ letter }) => letter ?? []))
    },
    () => db.read.$count(deadLetters, waiting),
  )
}

/** Bytes of a page, since a message of the bus holds a mebibyte; and those that JSON makes of a character at most. */
const room = 768 * 1024
const widest = 6
/** Characters; that of a recognizer has 90. */
const longestSubject = 200

/** Letters as they are, or their beginnings where they are too much together. */
function withinRoom(letters: DeadLetter[]): DeadLetter[] {
  if (Buffer.byteLength(JSON.stringify(letters)) <= room) return letters
  const share = Math.floor(room / letters.length / widest)
  return letters.map((letter) => {
    return { ...letter, subject: shorten(letter.subject, longestSubject), payload: shorten(letter.payload, share) }
  })
}

const shorten = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text)
