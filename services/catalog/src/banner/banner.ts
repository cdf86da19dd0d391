import { type contract, type Detail, type Input, mustNotBeEmpty, normaliseLine } from '@kingcar/contract'
import { type ItemChange, parseBatch, throwIfInvalid } from '../lists/batch-update.ts'
import { invalidTimestamp, tryParseTimestamp } from '../validation/timestamp.ts'

/** The editable fields of a banner as stored. */
export type BannerFields = {
  title: string
  imageId: string
  linkUrl: string | null
  displayOrder: number
  visible: boolean
  startsAt: Date | null
  endsAt: Date | null
}
type NewBanner = Omit<BannerFields, 'displayOrder'> & { displayOrder: number | undefined }
type Patch = { [K in keyof BannerFields]?: BannerFields[K] | undefined }
type Period = Pick<BannerFields, 'startsAt' | 'endsAt'>

type UpdateItem = Input<typeof contract.catalog.updateBanners>['banners'][number]
type CreateInput = Input<typeof contract.catalog.createBanner>

const notAllowedLink = {
  ko: '사용자 이름이나 비밀번호가 없는 https 주소를 입력해 주세요.',
  en: 'Must be an https address without a user name or password.',
}
const endsTooEarly = { ko: '끝나는 시각은 시작하는 시각보다 늦어야 해요.', en: 'Must be later than startsAt.' }
const duplicate = { ko: '같은 배너를 두 번 바꿀 수 없어요.', en: 'Must not name the same banner twice.' }

/**
 * Parses a new banner and adds defaults. An undefined `displayOrder` means after the last banner.
 * @throws AppError VALIDATION_FAILED with a detail for each invalid field
 */
export function newBanner(input: CreateInput): NewBanner {
  const details: Detail[] = []
  const { title = '', imageId = '', ...optional } = parseFields(input, '', details) // the contract requires both
  const { linkUrl = null, displayOrder, visible = true, startsAt = null, endsAt = null } = optional
  details.push(...periodErrors({ startsAt, endsAt }, ''))
  throwIfInvalid(details)
  return { title, imageId, linkUrl, displayOrder, visible, startsAt, endsAt }
}

/** @throws AppError VALIDATION_FAILED with a path `banners.<i>.<field>` for each invalid field */
export const parseChanges = (banners: readonly UpdateItem[]): ItemChange<Patch>[] =>
  parseBatch('banners', banners, duplicate, parseFields)

/** @throws AppError VALIDATION_FAILED on `endsAt` of each banner that would not end after its start */
export function assertPeriodsValid(banners: readonly (Period & { path: string })[]): void {
  throwIfInvalid(banners.flatMap((banner) => periodErrors(banner, banner.path)))
}

function parseFields(input: Omit<UpdateItem, 'id'>, path: string, details: Detail[]): Patch {
  const timestamp = (name: 'startsAt' | 'endsAt') => {
    const text = input[name]
    if (typeof text !== 'string') return text
    const at = tryParseTimestamp(text)
    if (!at) details.push(invalidTimestamp(`${path}${name}`))
    return at
  }
  const title = input.title === undefined ? undefined : normaliseLine(input.title)
  if (title === '') details.push({ path: `${path}title`, ...mustNotBeEmpty })
  const { linkUrl, displayOrder, visible, imageId } = input
  if (typeof linkUrl === 'string' && !isAllowedLink(linkUrl))
    details.push({ path: `${path}linkUrl`, ...notAllowedLink })
  return {
    title,
    imageId,
    linkUrl,
    displayOrder,
    visible,
    startsAt: timestamp('startsAt'),
    endsAt: timestamp('endsAt'),
  }
}

/** URL parsers disagree about backslashes, so they are rejected. */
const isAllowedLink = (text: string) => /^https:\/\/[^/?#@\\]+(?:[/?#][^\\]*)?$/.test(text) && URL.canParse(text)

const periodErrors = ({ startsAt, endsAt }: Period, path: string): Detail[] =>
  startsAt && endsAt && startsAt >= endsAt ? [{ path: `${path}endsAt`, ...endsTooEarly }] : []
