/** Colour of a plate, which follows from its kind alone; electric or corporate is never guessed from a number. */
type PlateTone = 'white' | 'yellow' | 'navy'

/** How a plate is set in one line. `raw` is a text of no known form, shown as it is. */
export type PlateLayout =
  | { form: 'civil'; tone: PlateTone; region: string; lead: string; syllable: string; serial: string }
  | { form: 'worded'; tone: PlateTone; word: string; serial: string }
  | { form: 'raw'; tone: PlateTone; text: string }

const regions = '서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충북|충남|전북|전남|경북|경남|제주'
const privateSyllables = '가나다라마거너더러머버서어저고노도로모보소오조구누두루무부수우주'
/** 바 사 아 자: taxis, buses, lorries. 배: parcel delivery. All of them yellow by law. */
const commercialSyllables = '바사아자배'
const syllables = `${privateSyllables}${commercialSyllables}하허호육해공국합`
/** Four digits, the first two of which the server may have masked (`12가 **56`). */
const serial = String.raw`\d{4}|\*{2}\d{2}`

const civil = new RegExp(
  String.raw`^(?<region>${regions})?(?<lead>\d{1,3})(?<syllable>[${syllables}])(?<serial>${serial})$`,
)
const diplomatic = /^(?<word>외교|영사|준외|준영|국기|협정|대표)(?<first>[\d*]{3})(?<second>[\d*]{3})$/
const worded = /^(?<word>외빈|임시|임)(?<serial>[\d*]{3,6})$/

/** Sets a plate's text: spaces and hyphens do not matter; what has no known form is kept letter for letter. */
export function plateLayout(carNumber: string): PlateLayout {
  const text = carNumber.normalize('NFKC').replaceAll(/[\s-]/g, '')

  const parts = civil.exec(text)?.groups
  if (parts?.lead !== undefined && parts.syllable !== undefined && parts.serial !== undefined) {
    const { region = '', lead, syllable } = parts
    const tone = commercialSyllables.includes(syllable) ? 'yellow' : 'white'
    return { form: 'civil', tone, region, lead, syllable, serial: parts.serial }
  }
  const envoy = diplomatic.exec(text)?.groups
  if (envoy?.word !== undefined) {
    return { form: 'worded', tone: 'navy', word: envoy.word, serial: `${envoy.first}-${envoy.second}` }
  }
  const other = worded.exec(text)?.groups
  if (other?.word !== undefined && other.serial !== undefined) {
    return { form: 'worded', tone: 'white', word: other.word, serial: other.serial }
  }
  return { form: 'raw', tone: 'white', text: carNumber.trim() }
}

/** The plate as it is read aloud: `123가 4568`, `서울 12바 3456`, `외교 005-003`. */
export function spokenPlate(carNumber: string): string {
  const plate = plateLayout(carNumber)
  switch (plate.form) {
    case 'civil':
      return `${plate.region} ${plate.lead}${plate.syllable} ${plate.serial}`.trim()
    case 'worded':
      return `${plate.word} ${plate.serial}`
    case 'raw':
      return plate.text
  }
}

/** Width of a plate's text in digits: a Hangul syllable takes about one and a half. */
export function plateWidth(carNumber: string): number {
  const plate = plateLayout(carNumber)
  const text = plate.form === 'raw' ? plate.text : plate.form === 'worded' ? plate.word + plate.serial : ''
  if (plate.form === 'civil') return plate.lead.length + 1.5 + plate.serial.length + (plate.region === '' ? 0 : 1.2)
  return [...text].reduce((width, char) => width + (/[\p{Script=Hangul}\p{Script=Han}]/u.test(char) ? 1.5 : 1), 0)
}
