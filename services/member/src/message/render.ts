import type { MessageChannel } from '@kingcar/contract'
import type { Circumstances, Template } from './templates.ts'

/** A message without its recipient. */
export type Rendered = { subject: string; text: string; variables: Record<string, string> }

/** Largest number of characters of a value: Kakao and LMS accept a text of 1,000. */
const longestValue = 300
const variable = /#\{([^}]*)\}/g

/**
 * The message about an event, for a channel. An advertisement has the label and the way to refuse further ones that
 * 정보통신망법 §50 requires.
 * @throws Error if the template has a variable without a value
 */
export function render<Data>(
  { title, text, variables, advertising }: Pick<Template<Data>, 'title' | 'text' | 'variables' | 'advertising'>,
  data: Data,
  channel: MessageChannel,
  circumstances: Circumstances,
): Rendered {
  const values = Object.fromEntries(
    Object.entries(variables(data, circumstances)).map(([name, value]) => [name, oneLine(value)]),
  )
  const filled = text.replace(variable, (_all, name: string) => {
    const value = values[name]
    if (!value) throw new Error(`the variable ${name} has no value`)
    return value
  })
  const body = advertising ? `(광고) ${filled}\n무료 수신 거부: 앱의 알림 설정` : filled
  const subject = advertising ? `(광고) ${title}` : title
  return channel === 'mail'
    ? { subject: mailSubject(title, advertising), text: `안녕하세요, 킹카예요.\n\n${body}\n`, variables: values }
    : { subject, text: body, variables: values }
}

const mailSubject = (title: string, advertising: boolean) => `${advertising ? '(광고) ' : ''}[KingCar] ${title}`

/**
 * A value in one line. A product's name is free text: with a line break it could add a line that looks like part of the
 * template.
 */
const oneLine = (value: string) =>
  value
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, longestValue) || '-'
