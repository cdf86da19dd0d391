import type { Static, TProperties, TSchema } from 'typebox'
import * as Type from 'typebox'

/**
 * `Static` through a mapped type: without it the linter's type inference does not terminate on `Promise<Static<…>>`.
 */
export type Typed<S extends TSchema> = { [K in 'value']: Static<S> }['value']

export const strict = { additionalProperties: false } as const

/**
 * An object that rejects unknown fields: every request body and query. `example` is needed if not all fields can be
 * sent together.
 */
export const Strict = <T extends TProperties>(properties: T, example?: Readonly<Record<string, unknown>>) =>
  Type.Object(properties, example ? Object.assign({ examples: [example] }, strict) : strict)

/** `T` or null, in the form for which validators and serializers have a fast path. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const Id = Type.String({ format: 'uuid', description: 'UUIDv7' })
export const Instant = Type.String({ format: 'date-time', description: 'ISO 8601 UTC with milliseconds' })
export const CalendarDate = Type.String({ format: 'date', description: 'YYYY-MM-DD in Asia/Seoul' })
export const Won = Type.Integer({ minimum: 0, maximum: 100_000_000, description: 'KRW', examples: [35_000] })
export const Email = Type.String({ format: 'email', maxLength: 254 })
export const PersonName = Type.String({ minLength: 1, maxLength: 50, examples: ['김민지'] })
/** Result of an operation that returns nothing. */
export const Nothing = Type.Null()

/** Every property optional: the body of a PATCH. */
export const Subset = <T extends TProperties>(properties: T) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof T]: ReturnType<typeof Type.Optional<T[K]>>
  }

/** A file in a multipart body. */
export const FilePart = Type.String({ contentMediaType: 'application/octet-stream' })

/**
 * Search text of administrators: part of a name, its initial consonants, last four digits of a plate or phone, prefix
 * of an email.
 */
export const SearchText = Type.String({ minLength: 1, maxLength: 100, examples: ['홍길동'] })

/** One end of a time range in a query: a time, or a day in Asia/Seoul. */
const RangeEnd = (meaning: string) =>
  Type.String({ anyOf: [{ format: 'date-time' }, { format: 'date' }], description: meaning, examples: ['2026-01-31'] })
export const From = RangeEnd('Inclusive: a time, or a day in Asia/Seoul from its start')
export const To = RangeEnd('Exclusive: a time, or a day in Asia/Seoul to its end')

/** Pattern of a text that shows something: more than spaces and characters without a shape. */
export const notBlank =
  '[^\\s\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0]'

/** Why an administrator acts; recorded in the audit log. */
export const Reason = (example: string) =>
  Type.String({ minLength: 1, maxLength: 500, pattern: notBlank, examples: [example] })
