import { type contract, type Detail, type Input, mustNotBeEmpty, normaliseLine } from '@kingcar/contract'
import { type ItemChange, parseBatch, throwIfInvalid } from '../lists/batch-update.ts'
import { invalidTimestamp, tryParseTimestamp } from '../validation/timestamp.ts'

/** What an administrator decides of a banner, as it is kept. */
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
 * A new banner with its defaults; where it comes behind the last, its place is undefined.
 * @throws AppError VALIDATION_FAILED naming each field that cannot be kept
 */
export function newBanner(typed: CreateInput): NewBanner {
  const faults: Detail[] = []
  const { title = '', imageId = '', ...optional } = parseFields(typed, '', faults) // the contract requires both
  const { linkUrl = null, displayOrder, visible = true, startsAt = null, endsAt = null } = optional
  faults.push(...periodErrors({ startsAt, endsAt }, ''))
  throwIfInvalid(faults)
  return { title, imageId, linkUrl, displayOrder, visible, startsAt, endsAt }
}

/**
 * Changes of several banners, each named once.
 * @throws AppError VALIDATION_FAILED naming each field that cannot be kept, as `banners.<i>.<field>`
 */
export const parseChanges = (banners: readonly UpdateItem[]): ItemChange<Patch>[] =>
  parseBatch('banners', banners, duplicate, parseFields)

/**
 * Judges the periods of banners as they are to become.
 * @throws AppError VALIDATION_FAILED on `endsAt` of each that ends before it begins
 */
export function assertPeriodsValid(banners: readonly (Period & { path: string })[]): void {
  throwIfInvalid(banners.flatMap((banner) => periodErrors(banner, banner.path)))
}

function parseFields(typed: Omit<UpdateItem, 'id'>, path: string, faults: Detail[]): Patch {
  const moment = (name: 'startsAt' | 'endsAt') => {
    const text = typed[name]
    if (typeof text !== 'string') return text
    const at = tryParseTimestamp(text)
    if (!at) faults.push(invalidTimestamp(`${path}${name}`))
    return at
  }
  const title = typed.title === undefined ? undefined : normaliseLine(typed.title)
  if (title === '') faults.push({ path: `${path}title`, ...mustNotBeEmpty })
  const { linkUrl, displayOrder, visible } = typed
  if (typeof linkUrl === 'string' && !isAllowedLink(linkUrl)) faults.push({ path: `${path}linkUrl`, ...notAllowedLink })
  const imageId = typed.imageId?.toLowerCase()
  return { title, imageId, linkUrl, displayOrder, visible, startsAt: moment('startsAt'), endsAt: moment('endsAt') }
}

/** Readers of addresses disagree where a back slash stands in one, so none may. */
const isAllowedLink = (text: string) => /^https:\/\/[^/?#@\\]+(?:[/?#][^\\]*)?$/.test(text) && URL.canParse(text)

const periodErrors = ({ startsAt, endsAt }: Period, path: string): Detail[] =>
  startsAt && endsAt && startsAt >= endsAt ? [{ path: `${path}endsAt`, ...endsTooEarly }] : []
