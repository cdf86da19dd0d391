import { AppError, statusOf } from '@kingcar/contract'
import { LRUCache } from 'lru-cache'

/** How long an answer may stand in for its owner, in milliseconds; then the call is 503. */
const standIn = 60_000
/** What one operation keeps: the one that was asked for longest ago goes first. */
const mostAnswers = 1_000
const mostBytes = 4 * 2 ** 20

/** What is kept of an answer; it tells how large it is. */
type Sized = { readonly bytes: number }

/** The owner's answer, or the last one of an owner that is away, and its age in whole seconds. */
export type Given<T> = { value: T; age?: number }

/** The answers of one operation by its input. */
export type AnswerCache<T extends Sized> = {
  /** What may be given without asking: it was asked for less than a lifetime ago, and nothing has dropped it since. */
  fresh(key: string): T | undefined
  /**
   * Asks the owner, once for all who want the same at the same time. Fails as the owner does, but that its last answer
   * stands in for a minute where it is away.
   */
  ask(key: string, owner: () => Promise<T>): Promise<Given<T>>
  /** The last answer while it may stand in. */
  last(key: string): Given<T> | undefined
  /** From now on nothing that was asked for before is fresh. It may still stand in. */
  drop(): void
}

type Options = {
  /** Milliseconds; 0 keeps nothing fresh. */
  lifetime: number
  /** Milliseconds of a clock that nobody sets. */
  now?: () => number
}

/*
 * An answer is as old as its question: whatever was written while the owner worked on it may be missing in it. Answers
 * are numbered by the drops before their question, so that what was on its way when something changed is neither fresh
 * nor joined by those who come after the change.
 */
export function createAnswerCache<T extends Sized>({
  lifetime,
  now = () => performance.now(),
}: Options): AnswerCache<T> {
  type Asked = { at: number; drops: number }
  const kept = new LRUCache<string, Asked & { value: T }>({
    max: mostAnswers,
    maxSize: mostBytes,
    sizeCalculation: ({ value }, key) => value.bytes + key.length,
  })
  /** What its owner works on, in the order in which it was asked. */
  const questions = new Map<string, { asked: Asked; answer: Promise<T> }[]>()
  let drops = 0

  const isYoung = (asked: Asked) => asked.drops === drops && now() - asked.at < lifetime

  function question(key: string, owner: () => Promise<T>): Promise<T> {
    const open = questions.get(key) ?? []
    const last = open.at(-1)
    if (last && isYoung(last.asked)) return last.answer
    const asked: Asked = { at: now(), drops }
    const answer = settle(key, asked, owner())
    open.push({ asked, answer })
    questions.set(key, open)
    return answer
  }

  async function settle(key: string, asked: Asked, owner: Promise<T>): Promise<T> {
    try {
      const value = await owner
      if (close(key, asked) && !isOlder(asked, kept.peek(key))) kept.set(key, { ...asked, value })
      return value
    } catch (cause) {
      // It is not there any more, or not to be had: what was asked for before says nothing against that. Nor does a fault of
      // the owner's own say anything about it.
      const isOver = cause instanceof AppError && statusOf(cause.code) < 500
      if (close(key, asked, isOver) && isOver && !isOlder(asked, kept.peek(key))) kept.delete(key)
      throw cause
    }
  }

  /** Takes a question from the open ones, and those before it where they are over, too; false where it was over before. */
  function close(key: string, asked: Asked, withThoseBefore = false): boolean {
    const open = questions.get(key)
    const at = open?.findIndex((each) => each.asked === asked) ?? -1
    if (!open || at < 0) return false
    if (withThoseBefore) open.splice(0, at + 1)
    else open.splice(at, 1)
    if (open.length === 0) questions.delete(key)
    return true
  }

  function last(key: string): Given<T> | undefined {
    const known = kept.get(key)
    const age = known ? now() - known.at : Number.POSITIVE_INFINITY
    return known && age <= standIn ? { value: known.value, age: Math.floor(age / 1_000) } : undefined
  }

  return {
    fresh(key) {
      const known = kept.get(key)
      return known && isYoung(known) ? known.value : undefined
    },
    async ask(key, owner) {
      try {
        return { value: await question(key, owner) }
      } catch (cause) {
        const given = isAway(cause) ? last(key) : undefined
        if (given) return given
        throw cause
      }
    },
    last,
    drop() {
      drops += 1
    },
  }
}

const isOlder = (asked: { at: number }, known: { at: number } | undefined) => known !== undefined && asked.at < known.at

/** Whether the owner did not answer at all. */
export const isAway = (cause: unknown) => cause instanceof AppError && cause.code === 'UNAVAILABLE'
