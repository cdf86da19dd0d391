import type { Detail } from '../model/errors.ts'
import type { ReadMessage } from './messages.ts'

type Sentence = Omit<Detail, 'path'>

/** Human-readable reasons why a message is not a valid read. */
const sentences = {
  subject: {
    ko: '매장과 인식기를 알 수 없는 주제로 보낸 메시지예요.',
    en: 'The subject does not name a store and a recognizer.',
  },
  tooLarge: { ko: '메시지가 16 KiB보다 커요.', en: 'The message is larger than 16 KiB.' },
  notText: { ko: '메시지가 UTF-8 문자가 아니에요.', en: 'The message is not UTF-8 text.' },
  notJson: { ko: '메시지가 JSON이 아니에요.', en: 'The message is not JSON.' },
  inTheFuture: {
    ko: '인식 시각이 받은 시각보다 5분 넘게 앞서요. 인식기의 시계를 확인해 주세요.',
    en: 'The recognition time is more than 5 minutes after the arrival; the clock of the recognizer may be ahead.',
  },
  tooOld: { ko: '인식한 지 13개월이 넘었어요.', en: 'The recognition time is more than 13 months ago.' },
  unknownDevice: { ko: '이 매장에 등록되지 않은 인식기예요.', en: 'The recognizer is not registered at this store.' },
  readIdReused: {
    ko: '같은 readId로 다른 내용이 이미 저장되어 있어요.',
    en: 'Another read with the same readId is already stored.',
  },
} as const satisfies Record<string, Sentence>

/**
 * It contains no part of the message. `field:` is followed by the wrong field, such as `candidates.0.confidence`;
 * `refused:` by an SQLSTATE.
 */
export type DeadLetterReason = keyof typeof sentences | `field:${string}` | `refused:${string}`

/** The reasons as the API reference lists them. */
export const deadLetterReasons: readonly string[] = [...Object.keys(sentences), 'field:<name>', 'refused:<SQLSTATE>']

const refused: Sentence = {
  ko: '데이터베이스에 저장할 수 없는 값이 있어요.',
  en: 'The message contains a value that the database cannot store.',
}
const wholeMessage: Sentence = {
  ko: '메시지의 형식이 올바르지 않아요.',
  en: 'The message is not a JSON object with the fields of a read.',
}

/** A sentence in both languages for a reason. */
export function describeDeadLetterReason(reason: DeadLetterReason): Sentence {
  if (reason.startsWith('refused:')) return refused
  if (reason.startsWith('field:')) return describeField(reason.slice('field:'.length))
  return sentences[reason as keyof typeof sentences]
}

const fields: Record<keyof typeof ReadMessage.properties, string> = {
  readId: '메시지 번호',
  carNumber: '차량 번호',
  confidence: '정확도',
  recognizedAt: '인식 시각',
  candidates: '다른 후보',
  direction: '방향',
  imageId: '이미지 번호',
  boundingBox: '번호판 위치',
  trackId: '차량 추적 번호',
}
const isField = (name: string): name is keyof typeof fields => Object.hasOwn(fields, name)

function describeField(path: string): Sentence {
  const [name = ''] = path.split('.')
  if (name === '') return wholeMessage
  const ko = isField(name) ? `${fields[name]}(${path})가` : `${path} 값이` // vendors have fields of their own
  return { ko: `${ko} 없거나 올바르지 않아요.`, en: `${path} is missing or not valid.` }
}
