import { type contract, type Detail, type Input, mustNotBeEmpty, normaliseLine } from '@kingcar/contract'
import { type Change, readSeveral, refuse } from '../lists/batch-update.ts'
import { noMoment, readMoment } from '../validation/timestamp.ts'

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

type Typed = Input<typeof contract.catalog.updateBanners>['banners'][number]
type TypedWhole = Input<typeof contract.catalog.createBanner>

const noLink = {
  ko: '사용자 이름이나 비밀번호가 없는 https 주소를 입력해 주세요.',
  en: 'Must be an https address without a user name or password.',
}
const endsTooEarly = { ko: '끝나는 시각은 시작하는 시각보다 늦어야 해요.', en: 'Must be later than startsAt.' }
const twice = { ko: '같은 배너를 두 번 바꿀 수 없어요.', en: 'Must not name the same banner twice.' }

/**
 * A new banner with its defaults; where it comes behind the last, its place is undefined.
 * @throws AppError VALIDATION_FAILED naming each field that cannot be kept
 */
export function newBanner(typed: TypedWhole): NewBanner {
  const faults: Detail[] = []
  const { title = '', imageId = '', ...optional } = readFields(typed, '', faults) // the contract requires both
  const { linkUrl = null, displayOrder, visible = true, startsAt = null, endsAt = null } = optional
  faults.push(...faultsOfPeriod({ startsAt, endsAt }, ''))
  refuse(faults)
  return { title, imageId, linkUrl, displayOrder, visible, startsAt, endsAt }
}

/**
 * Changes of several banners, each named once.
 * @throws AppError VALIDATION_FAILED naming each field that cannot be kept, as `banners.<i>.<field>`
 */
export const readChanges = (banners: readonly Typed[]): Change<Patch>[] =>
  readSeveral('banners', banners, twice, readFields)

/**
 * Judges the periods of banners as they are to become.
 * @throws AppError VALIDATION_FAILED on `endsAt` of each that ends before it begins
 */
export function checkPeriods(banners: readonly (Period & { path: string })[]): void {
  refuse(banners.flatMap((banner) => faultsOfPeriod(banner, banner.path)))
}

function readFields(typed: Omit<Typed, 'id'>, path: string, faults: Detail[]): Patch {
  const moment = (name: 'startsAt' | 'endsAt') => {
    const text = typed[name]
    if (typeof text !== 'string') return text
    const at = readMoment(text)
    if (!at) faults.push(noMoment(`${path}${name}`))
    return at
  }
  const title = typed.title === undefined ? undefined : normaliseLine(typed.title)
  if (title === '') faults.push({ path: `${path}title`, ...mustNotBeEmpty })
  const { linkUrl, displayOrder, visible } = typed
  if (typeof linkUrl === 'string' && !isLink(linkUrl)) faults.push({ path: `${path}linkUrl`, ...noLink })
  const imageId = typed.imageId?.toLowerCase()
  return { title, imageId, linkUrl, displayOrder, visible, startsAt: moment('startsAt'), endsAt: moment('endsAt') }
}

/** Readers of addresses disagree where a back slash stands in one, so none may. */
const isLink = (text: string) => /^https:\/\/[^/?#@\\]+(?:[/?#][^\\]*)?$/.test(text) && URL.canParse(text)

const faultsOfPeriod = ({ startsAt, endsAt }: Period, path: string): Detail[] =>
  startsAt && endsAt && startsAt >= endsAt ? [{ path: `${path}endsAt`, ...endsTooEarly }] : []
