import { AppError, type FoundAddress, maxAddresses } from '@kingcar/contract'
import { callProvider, type Logger, setNewest, steadyNow } from '@kingcar/runtime'
import Type, { type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Config } from '../config.ts'
import type { AddressRegister } from './register.ts'
import { fromUtmK } from './utm-k.ts'

/*
 * The search of juso.go.kr (https://business.juso.go.kr/addrlink/openApi/searchApi.do): `addrLinkApi.do` finds addresses,
 * `addrCoordApi.do` gives the entrance of one in UTM-K. Each has a key of its own.
 */

/** Milliseconds for a search with its coordinates. */
const deadline = 2_000
/** Bytes of a response; an address has about a kilobyte. */
const longest = 64 * 1024
/** Searches that are kept, and for how many milliseconds: addresses change rarely, and users return to what they typed. */
const maxKept = 500
const keptFor = 10 * 60_000

/** Codes of a keyword that finds nothing: missing, too general, too short, only digits, too long, too many (E0005 to E0015). */
const fruitless = /^E00(0[5-9]|1[0-5])$/

const Found = Type.Object({
  ...{ roadAddr: Type.String(), jibunAddr: Type.String(), zipNo: Type.String() },
  ...{ admCd: Type.String(), rnMgtSn: Type.String(), udrtYn: Type.String() },
  ...{ buldMnnm: Type.String(), buldSlno: Type.String() },
})
type Found = Static<typeof Found>
const Entrance = Type.Object({ entX: Type.String(), entY: Type.String() })
const responseOf = <T extends TSchema>(Item: T) =>
  Type.Object({
    results: Type.Object({
      common: Type.Object({ errorCode: Type.String() }),
      juso: Type.Optional(Type.Union([Type.Array(Item), Type.Null()])),
    }),
  })
const FoundResponse = responseOf(Found)
const EntranceResponse = responseOf(Entrance)

const nowhere = { latitude: null, longitude: null }

/** The register of juso.go.kr. Its addresses have no coordinates without the second key, or while those are unavailable. */
export function createJuso(
  { JUSO_URL, JUSO_COORDINATES_KEY }: Pick<Config, 'JUSO_URL' | 'JUSO_COORDINATES_KEY'>,
  key: string,
  log: Pick<Logger, 'warn'>,
): AddressRegister {
  const kept = new Map<string, { at: number; found: FoundAddress[] }>()
  const ask = (file: string, confmKey: string, query: Record<string, string>, signal: AbortSignal) => {
    const url = new URL(`/addrlink/${file}`, JUSO_URL)
    url.search = new URLSearchParams({ confmKey, resultType: 'json', ...query }).toString()
    return callProvider(url.href, {}, signal, longest)
  }
  const unavailable = (reason: string): AppError => {
    log.warn({ reason }, 'address search failed')
    return new AppError('UNAVAILABLE', { retryAfter: 5 })
  }

  async function placeOf(found: Found, signal: AbortSignal) {
    if (JUSO_COORDINATES_KEY === undefined) return nowhere
    const { admCd, rnMgtSn, udrtYn, buldMnnm, buldSlno } = found
    const query = { admCd, rnMgtSn, udrtYn, buldMnnm, buldSlno }
    // An address without coordinates is still of use.
    const response = await ask('addrCoordApi.do', JUSO_COORDINATES_KEY, query, signal).catch(() => undefined)
    if (!Value.Check(EntranceResponse, response?.body)) return nowhere
    const [entrance] = response.body.results.juso ?? []
    const [easting, northing] = [Number(entrance?.entX || Number.NaN), Number(entrance?.entY || Number.NaN)]
    if (!Number.isFinite(easting) || !Number.isFinite(northing)) return nowhere
    const { latitude, longitude } = fromUtmK(easting, northing)
    const isInKorea = latitude > 32 && latitude < 40 && longitude > 123 && longitude < 133
    return isInKorea ? { latitude: rounded(latitude), longitude: rounded(longitude) } : nowhere
  }

  async function search(keyword: string): Promise<FoundAddress[]> {
    const signal = AbortSignal.timeout(deadline)
    const query = { currentPage: '1', countPerPage: String(maxAddresses), keyword }
    // The reason contains nothing of the request: the key is in its URL.
    const { status, body } = await ask('addrLinkApi.do', key, query, signal).catch(() => {
      throw unavailable('no response')
    })
    if (status !== 200) throw unavailable(`status ${status}`)
    if (!Value.Check(FoundResponse, body)) throw unavailable('unexpected response')
    const { errorCode } = body.results.common
    if (fruitless.test(errorCode)) return []
    if (errorCode !== '0') throw unavailable(/^-?\w{1,8}$/.test(errorCode) ? `code ${errorCode}` : 'unexpected code')
    return await Promise.all(
      (body.results.juso ?? []).slice(0, maxAddresses).map(async (found) => ({
        ...{ roadAddress: found.roadAddr.trim(), jibunAddress: found.jibunAddr.trim(), zipCode: found.zipNo },
        ...(await placeOf(found, signal)),
      })),
    )
  }

  return {
    async search(keyword) {
      const before = kept.get(keyword)
      if (before !== undefined && steadyNow() - before.at < keptFor) return before.found
      const found = await search(keyword)
      // Without coordinates it is asked again: they may be unavailable for now.
      if (JUSO_COORDINATES_KEY !== undefined && found.some(({ latitude }) => latitude === null)) return found
      setNewest(kept, keyword, { at: steadyNow(), found }, maxKept)
      return found
    },
  }
}

/** Six decimals are about ten centimetres. */
const rounded = (angle: number) => Math.round(angle * 1e6) / 1e6
