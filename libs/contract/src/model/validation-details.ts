import type { TLocalizedValidationError, TValidationError } from 'typebox/error'
import { Settings } from 'typebox/system'
import { notBlank } from './common-schemas.ts'
import type { Detail } from './errors.ts'

// TypeBox stops after 8 errors: too few for a form with many wrong fields. A limit keeps hostile bodies cheap.
Settings.Set({ maxErrors: 64 })

/** Maximum number of details in one response. */
export const maximumDetails = 32
const longestPath = 200

type Message = { ko: string; en: string }
/** An error of the validator, from `Errors` of `typebox/value` or of a compiled schema. */
type ValidatorError = TValidationError | TLocalizedValidationError

/**
 * Converts errors of TypeBox to the `details` of VALIDATION_FAILED: one per field, with a dotted path
 * (`businessHours.0.day`), without the value.
 */
export function toDetails(errors: Iterable<ValidatorError>): Detail[] {
  const details = new Map<string, Message>()
  for (const error of errors) {
    for (const [path, message] of explain(error)) {
      if (!details.has(path) && details.size < maximumDetails) details.set(path, message)
    }
  }
  // An error of an inner field is more precise than "wrong format" of the object that contains it.
  const paths = [...details.keys()]
  const inner = (path: string) =>
    details.get(path) !== wrongFormat || !paths.some((other) => other.startsWith(`${path}.`))
  return paths
    .filter(inner)
    .map((path) => ({ path: path.slice(0, longestPath), ...(details.get(path) ?? wrongFormat) }))
}

function explain(error: ValidatorError): [path: string, message: Message][] {
  const path = dotted(error.instancePath)
  const at = (names: readonly string[], message: Message): [string, Message][] =>
    names.map((name) => [path === '' ? name : `${path}.${name}`, message])
  if (error.keyword === 'required') return at(error.params.requiredProperties, mustBeGiven)
  if (error.keyword === 'additionalProperties') return at(error.params.additionalProperties, unknownField)
  // An unknown property is reported twice: by name on the object, and as the schema `false` on the property.
  if (error.keyword === 'boolean') return [[path, unknownField]]
  // The branch `null` of a union: a client that did not send null is not helped by the information that null is
  // accepted.
  if (error.keyword === 'type' && error.params.type === 'null') return [[path, wrongFormat]]
  return [[path, messageFor(error)]]
}

/** `/businessHours/0/day` → `businessHours.0.day`. */
function dotted(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
}

/** Also used for a text of spaces only. */
export const mustNotBeEmpty: Message = { ko: '비워 둘 수 없어요.', en: 'Must not be empty.' }
export const mustBeGiven: Message = { ko: '꼭 입력해 주세요.', en: 'Is required.' }
/** For a body that cannot be parsed. */
export const malformedBody: Detail = { path: '', ko: '본문의 형식이 맞지 않아요.', en: 'The body is malformed.' }
const unknownField: Message = { ko: '알 수 없는 항목이에요.', en: 'Is not a known field.' }
const wrongFormat: Message = { ko: '형식이 맞지 않아요.', en: 'Has the wrong format.' }

const types: Record<string, Message> = {
  string: { ko: '문자로 입력해 주세요.', en: 'Must be a string.' },
  integer: { ko: '정수로 입력해 주세요.', en: 'Must be an integer.' },
  number: { ko: '숫자로 입력해 주세요.', en: 'Must be a number.' },
  boolean: { ko: 'true나 false로 입력해 주세요.', en: 'Must be true or false.' },
  array: { ko: '목록으로 입력해 주세요.', en: 'Must be an array.' },
  object: { ko: '객체로 입력해 주세요.', en: 'Must be an object.' },
}

const formats: Record<string, Message> = {
  uuid: { ko: 'ID 형식이 맞지 않아요.', en: 'Must be a UUID.' },
  email: { ko: '이메일 형식이 맞지 않아요.', en: 'Must be an email address.' },
  date: { ko: '날짜를 YYYY-MM-DD 형식으로 입력해 주세요.', en: 'Must be a date in the form YYYY-MM-DD.' },
  'date-time': { ko: '시각을 ISO 8601 형식으로 입력해 주세요.', en: 'Must be a time in ISO 8601.' },
}

function messageFor(error: ValidatorError): Message {
  switch (error.keyword) {
    case 'type':
      return types[String(error.params.type)] ?? wrongFormat
    case 'format':
      return formats[error.params.format] ?? wrongFormat
    case 'minLength':
      return error.params.limit === 1
        ? mustNotBeEmpty
        : {
            ko: `${error.params.limit}자 이상 입력해 주세요.`,
            en: `Must have at least ${error.params.limit} characters.`,
          }
    case 'pattern':
      return error.params.pattern === notBlank ? mustNotBeEmpty : wrongFormat
    case 'maxLength':
      return {
        ko: `${error.params.limit}자까지 입력할 수 있어요.`,
        en: `Must have at most ${error.params.limit} characters.`,
      }
    case 'minimum':
      return { ko: `${error.params.limit} 이상으로 입력해 주세요.`, en: `Must be at least ${error.params.limit}.` }
    case 'maximum':
      return { ko: `${error.params.limit} 이하로 입력해 주세요.`, en: `Must be at most ${error.params.limit}.` }
    case 'minItems':
      return {
        ko: `${error.params.limit}개 이상 입력해 주세요.`,
        en: `Must have at least ${error.params.limit} items.`,
      }
    case 'maxItems':
      return {
        ko: `${error.params.limit}개까지 입력할 수 있어요.`,
        en: `Must have at most ${error.params.limit} items.`,
      }
    case 'uniqueItems':
      return { ko: '같은 값을 두 번 입력할 수 없어요.', en: 'Must not contain the same value twice.' }
    case 'enum':
      return oneOf(error.params.allowedValues)
    case 'const':
      return oneOf([error.params.allowedValue])
    default:
      return wrongFormat
  }
}

function oneOf(values: readonly unknown[]): Message {
  const list = values.join(', ')
  return { ko: `다음 가운데 하나로 입력해 주세요: ${list}`, en: `Must be one of: ${list}` }
}
