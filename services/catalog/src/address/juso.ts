import { AppError, type FoundAddress, maxAddresses } from '@kingcar/contract'
import { callProvider, createConcurrencyLimit, type Logger, setNewest, steadyNow } from '@kingcar/runtime'
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
/**
 * Milliseconds after which a request for coordinates without a response counts as a failure of the register when its
 * search ends.
 */
const longWait = 1_000
/** Bytes of a response; an address has about a kilobyte. */
const longest = 64 * 1024
/**
 * Number of searches and coordinates that are kept, and for how many milliseconds. Addresses change rarely, users
 * return to what they typed, and each further letter mostly finds addresses that were found before.
 */
const maxKept = { searches: 500, places: 5_000 }
const keptFor = 10 * 60_000
/** Milliseconds without a request after a request for coordinates failed. */
const pause = 5_000
/** Largest number of concurrent requests for coordinates. */
const maxAsked = 4

/** Codes of a keyword that finds nothing: missing, too general, too short, only digits, too long, too many (E0005 to E0015). */
const fruitless = /^E00(0[5-9]|1[0-5])$/

const Found = Type.Object({
  ...{ roadAddr: Type.String(), jibunAddr: Type.String(), zipNo: Type.String() },
  ...{ admCd: Type.String(), rnMgtSn: Type.String(), udrtYn: Type.String() },
  ...{ buldMnnm: Type.String(), buldSlno: Type.String() },
})
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

type Place = Pick<FoundAddress, 'latitude' | 'longitude'>
const nowhere: Place = { latitude: null, longitude: null }

/** An address as the search API returns it, and its key for the coordinates API. */
type Listed = { address: Omit<FoundAddress, keyof Place>; of: Record<string, string> }

/** The register of juso.go.kr. Its addresses have no coordinates without the second key, or while those are unavailable. */
export function createJuso(
  { JUSO_URL, JUSO_COORDINATES_KEY }: Pick<Config, 'JUSO_URL' | 'JUSO_COORDINATES_KEY'>,
  key: string,
  log: Pick<Logger, 'warn'>,
): AddressRegister {
  const listed = createMemory<Listed[]>(maxKept.searches)
  const places = createMemory<Place>(maxKept.places)
  const limited = createConcurrencyLimit(maxAsked, Number.POSITIVE_INFINITY, () => unavailable('too many'))
  let pausedUntil = Number.NEGATIVE_INFINITY

  const ask = (file: string, confmKey: string, query: Record<string, string>, signal: AbortSignal) => {
    const url = new URL(`/addrlink/${file}`, JUSO_URL)
    url.search = new URLSearchParams({ confmKey, resultType: 'json', ...query }).toString()
    return callProvider(url.href, {}, signal, longest)
  }
  const unavailable = (reason: string): AppError => {
    log.warn({ reason }, 'address search failed')
    return new AppError('UNAVAILABLE', { retryAfter: 5 })
  }

  /**
   * The coordinates of an address; null for an address without an entrance. @throws while coordinates are unavailable
   */
  async function findPlace(confmKey: string, query: Record<string, string>, signal: AbortSignal): Promise<Place> {
    if (steadyNow() < pausedUntil) throw new Error('paused')
    signal.throwIfAborted()
    const began = steadyNow()
    try {
      const { body } = await ask('addrCoordApi.do', confmKey, query, signal)
      if (!Value.Check(EntranceResponse, body)) throw new Error('unexpected response')
      const { errorCode } = body.results.common
      if (errorCode !== '0' && !fruitless.test(errorCode)) throw new Error('refused')
      return placeOf(body.results.juso?.[0])
    } catch (error) {
      // The request began late in its search, so its end is no sign of a failure of the register.
      if (signal.aborted && steadyNow() - began < longWait) throw error
      if (steadyNow() >= pausedUntil) log.warn('coordinates of addresses unavailable')
      pausedUntil = steadyNow() + pause
      throw error
    }
  }

  async function search(keyword: string, signal: AbortSignal): Promise<Listed[]> {
    const query = { currentPage: '1', countPerPage: String(maxAddresses), keyword }
    // The reason contains no part of the request, because the key is in its URL.
    const { status, body } = await ask('addrLinkApi.do', key, query, signal).catch(() => {
      throw unavailable('no response')
    })
    if (status !== 200) throw unavailable(`status ${status}`)
    if (!Value.Check(FoundResponse, body)) throw unavailable('unexpected response')
    const { errorCode } = body.results.common
    if (fruitless.test(errorCode)) return []
    if (errorCode !== '0') throw unavailable(/^-?\w{1,8}$/.test(errorCode) ? `code ${errorCode}` : 'unexpected code')
    return (body.results.juso ?? []).slice(0, maxAddresses).map(({ roadAddr, jibunAddr, zipNo, ...found }) => {
      const { admCd, rnMgtSn, udrtYn, buldMnnm, buldSlno } = found
      return {
        address: { roadAddress: roadAddr.trim(), jibunAddress: jibunAddr.trim(), zipCode: zipNo },
        of: { admCd, rnMgtSn, udrtYn, buldMnnm, buldSlno },
      }
    })
  }

  return {
    async search(keyword) {
      const signal = AbortSignal.timeout(deadline)
      const found = await listed(keyword, () => search(keyword, signal))
      return await Promise.all(
        found.map(async ({ address, of }) => {
          if (JUSO_COORDINATES_KEY === undefined) return { ...address, ...nowhere }
          const askPlace = () => limited(() => findPlace(JUSO_COORDINATES_KEY, of, signal))
          // An address without coordinates is still useful.
          return { ...address, ...(await places(JSON.stringify(of), askPlace).catch(() => nowhere)) }
        }),
      )
    },
  }
}

/** Keeps the latest results. Equal concurrent requests share one call, and a failure is not kept. */
function createMemory<T>(most: number): (key: string, ask: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, { at: number; value: T }>()
  const asked = new Map<string, Promise<T>>()
  const askAndKeep = async (key: string, ask: () => Promise<T>) => {
    try {
      const value = await ask()
      setNewest(kept, key, { at: steadyNow(), value }, most)
      return value
    } finally {
      asked.delete(key)
    }
  }
  return async (key, ask) => {
    const before = kept.get(key)
    if (before !== undefined && steadyNow() - before.at < keptFor) return before.value
    const shared = asked.get(key) ?? askAndKeep(key, ask)
    asked.set(key, shared)
    return shared
  }
}

function placeOf(entrance: Static<typeof Entrance> | undefined): Place {
  const [easting, northing] = [Number(entrance?.entX || Number.NaN), Number(entrance?.entY || Number.NaN)]
  if (!Number.isFinite(easting) || !Number.isFinite(northing)) return nowhere
  const { latitude, longitude } = fromUtmK(easting, northing)
  const isInKorea = latitude > 32 && latitude < 40 && longitude > 123 && longitude < 133
  return isInKorea ? { latitude: rounded(latitude), longitude: rounded(longitude) } : nowhere
}

/** Six decimals are about ten centimetres. */
const rounded = (angle: number) => Math.round(angle * 1e6) / 1e6
