/**
 * Kind of plate, as far as the form of the number shows it. Electric and corporate plates differ only in colour, so they
 * cannot be recognised from the number. `construction` includes old plates whose colour is unknown.
 */
type PlateKind =
  | 'private'
  | 'rental'
  | 'commercial'
  | 'delivery'
  | 'military'
  | 'regional'
  | 'construction'
  | 'diplomatic'
  | 'guest'
  | 'temporary'
  | 'unknown'

/** Layout of a plate's text. `raw` is a text of unknown form: shown unchanged, in the number of lines that allows the largest type. */
export type PlateLayout =
  | { form: 'civil'; kind: PlateKind; region: string; lead: string; syllable: string; serial: string }
  | { form: 'worded'; kind: PlateKind; word: string; serial: string }
  | { form: 'raw'; kind: 'unknown'; lines: string[] }

type PlateTone = 'white' | 'yellow' | 'green' | 'navy'

/** Colours by law. Every other kind is drawn white: it is white, or its colour is unknown. */
const tones: Partial<Record<PlateKind, PlateTone>> = {
  commercial: 'yellow',
  delivery: 'yellow',
  regional: 'green', // private cars from 1973 to 2003
  diplomatic: 'navy',
}
export const plateTone = ({ kind }: PlateLayout): PlateTone => tones[kind] ?? 'white'

const regions = '서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충북|충남|전북|전남|경북|경남|제주'
const syllables: [kind: PlateKind, syllables: string][] = [
  ['private', '가나다라마거너더러머버서어저고노도로모보소오조구누두루무부수우주'],
  ['rental', '하허호'],
  ['commercial', '바사아자'],
  ['delivery', '배'],
  ['military', '육해공국합'],
]
/** Four digits; the server may have masked the first two (`12가 **56`). */
const serial = String.raw`\d{4}|\*{2}\d{2}`

const civil = new RegExp(
  String.raw`^(?<region>${regions})?(?<lead>\d{1,3})(?<syllable>[${syllables.map(([, of]) => of).join('')}])(?<serial>${serial})$`,
)
const diplomatic = /^(?<word>외교|영사|준외|준영|국기|협정|대표)(?<first>[\d*]{3})(?<second>[\d*]{3})$/
const worded = /^(?<word>외빈|임시|임)(?<serial>[\d*]{3,6})$/

/** Parses a plate number, ignoring spaces and hyphens. A text of unknown form is kept unchanged. */
export function plateLayout(carNumber: string): PlateLayout {
  const text = carNumber.normalize('NFKC').replaceAll(/[\s-]/g, '')

  const parts = civil.exec(text)?.groups
  if (parts?.lead !== undefined && parts.syllable !== undefined && parts.serial !== undefined) {
    const { region = '', lead, syllable } = parts
    return { form: 'civil', kind: civilKind(region, lead, syllable), region, lead, syllable, serial: parts.serial }
  }
  const envoy = diplomatic.exec(text)?.groups
  if (envoy?.word !== undefined) {
    return { form: 'worded', kind: 'diplomatic', word: envoy.word, serial: `${envoy.first}-${envoy.second}` }
  }
  const other = worded.exec(text)?.groups
  if (other?.word !== undefined && other.serial !== undefined) {
    return {
      form: 'worded',
      kind: other.word === '외빈' ? 'guest' : 'temporary',
      word: other.word,
      serial: other.serial,
    }
  }
  return { form: 'raw', kind: 'unknown', lines: inLines(carNumber.trim()) }
}

function civilKind(region: string, lead: string, syllable: string): PlateKind {
  const kind = syllables.find(([, of]) => of.includes(syllable))?.[0] ?? 'unknown'
  if (kind === 'private' && lead.startsWith('0')) return 'construction'
  return kind === 'private' && region !== '' ? 'regional' : kind
}

/** The number grouped as it is read aloud: `123가 4568`, `서울 12바 3456`, `외교 005-003`. */
export function spokenPlate(carNumber: string): string {
  const plate = plateLayout(carNumber)
  switch (plate.form) {
    case 'civil':
      return `${plate.region} ${plate.lead}${plate.syllable} ${plate.serial}`.trim()
    case 'worded':
      return `${plate.word} ${plate.serial}`
    case 'raw':
      return plate.lines.join('')
  }
}

/** Width of the frame in digits at full size, and its height in lines. With two or more lines the height limits the size. */
const fullWidth = 8.5
const fullHeight = 1.06

/** Width of a text in digits, rounded up: a Hangul syllable is about 1.5 digits wide, a broad letter nearly 2. */
const textWidth = (text: string): number => Array.from(text, charWidth).reduce((sum, width) => sum + width, 0)

function charWidth(char: string): number {
  if (/[\d.,:·* -]/.test(char)) return 1
  if (/[MW@%&]/.test(char)) return 1.75
  return /[a-z]/.test(char) ? 1.2 : 1.55
}

/** The scale at which the lines fit into the frame, at most 1. */
const scaleOf = (width: number, lines: number): number =>
  Math.min(1, fullWidth / width, lines === 1 ? 1 : fullHeight / lines)

/** The scale of a plate's text; 1 for usual numbers. */
export function plateScale(plate: PlateLayout): number {
  if (plate.form === 'raw') return scaleOf(Math.max(1, ...plate.lines.map(textWidth)), plate.lines.length)
  if (plate.form === 'worded') return scaleOf(textWidth(plate.word + plate.serial), 1)
  return scaleOf(plate.lead.length + 1.5 + plate.serial.length + (plate.region === '' ? 0 : 1.2), 1)
}

/** Splits a text into the number of lines that allows about the largest type. */
function inLines(text: string): string[] {
  const characters = Array.from(text)
  const width = textWidth(text)
  const lines = width > 2 * fullWidth ? Math.ceil(Math.sqrt((fullHeight * width) / fullWidth)) : 1
  const length = Math.ceil(characters.length / lines)
  return Array.from({ length: lines }, (_, line) => characters.slice(line * length, (line + 1) * length).join(''))
}
