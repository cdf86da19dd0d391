/**
 * Korean number plates. A plate's normal form has no space, hyphen or bracket: `12가3456`, `서울12바3456`, `외교005003`,
 * `12국3456`, `임1234`. Plates are compared, stored and counted in this form.
 */

// 32 syllables for private cars, 아바사자 commercial, 배 delivery, 하허호 rental. Plates have no other syllables, so that most
// misreads are illegal.
const PRIVATE = '가나다라마거너더러머버서어저고노도로모보소오조구누두루무부수우주'
const COMMERCIAL = '아바사자'
const RENTAL = '하허호'
/** Regions at the start of a commercial plate. */
export const plateRegions =
  '서울 부산 대구 인천 광주 대전 울산 세종 경기 강원 충북 충남 전북 전남 경북 경남 제주'.split(' ')
const CIVIL = `(?:\\d{2,3}|(?:${plateRegions.join('|')})\\d{1,2})`

export const plateKinds = [
  'private',
  'commercial',
  'delivery',
  'rental',
  'construction',
  'military',
  'diplomatic',
  'guest',
  'temporary',
] as const
export type PlateKind = (typeof plateKinds)[number]

// A new construction machine (012가4568) looks like a car with a leading zero, so this form is tested first.
const forms: readonly [kind: PlateKind, form: RegExp][] = [
  ['construction', new RegExp(`^0\\d{2}[${PRIVATE}${COMMERCIAL}배${RENTAL}]\\d{4}$`)],
  ['private', new RegExp(`^${CIVIL}[${PRIVATE}]\\d{4}$`)],
  ['commercial', new RegExp(`^${CIVIL}[${COMMERCIAL}]\\d{4}$`)],
  ['delivery', new RegExp(`^${CIVIL}배\\d{4}$`)],
  ['rental', new RegExp(`^${CIVIL}[${RENTAL}]\\d{4}$`)],
  ['military', /^\d{2}[육해공국합]\d{4}$/],
  ['diplomatic', /^(?:외교|영사|준외|준영|국기|협정|대표)\d{6}$/],
  ['guest', /^외빈\d{3}$/],
  ['temporary', /^임(?:\d{4}|\d{6})$/],
]

/** No authority issues this plate; reads of it test a device. */
export const testPlate = '00가0000'

/**
 * What surrounds the characters of a plate: spaces, invisible and format characters, dashes, brackets, dots and
 * bullets. `*` and `?` are not among them: they mark a character that was not read. U+119E is what NFKC makes of the
 * dot ㆍ (U+318D).
 */
const separators = /[\s\p{Cf}\p{Default_Ignorable_Code_Point}\p{Pd}\p{Ps}\p{Pe}\u2212.,:;'"·•‧∙⋅・●○◦_/|\u119E]/gu
/** Full names of regions as some cameras and people write them. */
const longRegion = new RegExp(
  `^(?:${[
    '(서울)(?:특별)?시',
    '(부산|대구|인천|광주|대전|울산)(?:광역)?시',
    '(세종)(?:특별자치)?시',
    '(경기)도',
    '(강원|전북|제주)(?:특별자치)?도',
    '(충|전|경)(?:청|라|상)([남북])도',
  ].join('|')})(?=\\d{1,2}[가-힣]\\d{4}$)`,
)
const longTemporary = /^임시(?=(?:\d{4}|\d{6})$)/

/** The normal form of a plate that was typed or read. Other text is returned without separators. */
export function normalisePlate(text: string): string {
  const bare = text.normalize('NFKC').replaceAll(separators, '').normalize('NFC') // composes jamo that were separated
  return bare.replace(longTemporary, '임').replace(longRegion, (_, ...groups: unknown[]) => groups.slice(0, 7).join(''))
}

/** The kind of a plate in its normal form; undefined if it matches no legal form, or is the test plate. */
export function plateKind(normalised: string): PlateKind | undefined {
  return normalised === testPlate ? undefined : forms.find(([, form]) => form.test(normalised))?.[0]
}

/** Whether a plate in its normal form matches a legal form of Korean plates. */
export function isLegalPlate(normalised: string): boolean {
  return plateKind(normalised) !== undefined
}
