import { AppError, type Detail, mustNotBeEmpty } from '@kingcar/contract'
import { type Rejection, type Sanitised, sanitise } from '@kingcar/markdown'

const path = 'content'
const rejections: Record<Rejection, Detail> = {
  empty: { path, ...mustNotBeEmpty },
  nested: { path, ko: '너무 깊게 중첩되어 있어요.', en: 'Is nested too deeply.' },
}
const tooLong = (limit: number): Detail => ({
  path,
  ko: `${limit}자까지 입력할 수 있어요. HTML의 <는 네 글자로 세요.`,
  en: `Must have at most ${limit} characters; each < of HTML counts as four.`,
})

/**
 * Sanitises an administrator's Markdown; returns the text to store and the ids of the uploaded images in it.
 * @param limit maximum number of characters after sanitising
 * @throws AppError VALIDATION_FAILED on `content` if it has no visible content, is too long or is nested too deeply
 */
export function parseContent(content: string, limit: number): Sanitised {
  const sanitised = sanitise(content)
  if (typeof sanitised === 'string') throw new AppError('VALIDATION_FAILED', { details: [rejections[sanitised]] })
  if ([...sanitised.text].length > limit) throw new AppError('VALIDATION_FAILED', { details: [tooLong(limit)] })
  return sanitised
}
