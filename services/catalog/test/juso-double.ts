import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** The response to the next search: a code of the API, an HTTP response, or none. */
type Answer = string | { status?: number; body: string; location?: string } | 'hang'

export type Juso = AsyncDisposable & {
  options: { JUSO_URL: string; JUSO_KEY: string; JUSO_COORDINATES_KEY: string }
  /** Responses to the next searches, in order; later ones find `found`. */
  plan: Answer[]
  /** The API of coordinates does not respond as documented. */
  withoutPlaces: boolean
  /** Milliseconds of a response of the API of coordinates. */
  placeTakes: number
  /** The addresses that are found. */
  found: object[]
  /** Received keywords. */
  keywords: (string | null)[]
  /** Questions for coordinates, and the most of them at the same time. */
  placed: number
  mostPlaced: number
}

export const institute = {
  ...{ roadAddr: '서울특별시 마포구 성암로 301 (상암동)', jibunAddr: '서울특별시 마포구 상암동 1595', zipNo: '03923' },
  ...{ admCd: '1144012700', rnMgtSn: '114403113012', udrtYn: '0', buldMnnm: '301', buldSlno: '0' },
  bdNm: '한국지역정보개발원',
}

const json = (errorCode: string, juso: object[] | null) =>
  JSON.stringify({ results: { common: { errorCode, errorMessage: '', totalCount: String(juso?.length ?? 0) }, juso } })

/** A local server that implements the search of juso.go.kr as documented. */
export async function startJuso(): Promise<Juso> {
  const state = {
    plan: [] as Answer[],
    withoutPlaces: false,
    placeTakes: 20, // questions at the same time overlap
    found: [institute] as object[],
    keywords: [] as (string | null)[],
    ...{ placed: 0, mostPlaced: 0 },
  }
  let placing = 0
  const server = createServer(async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://juso')
    if (query.get('resultType') !== 'json') return answer(response, 200, '<results/>')
    if (pathname === '/addrlink/addrCoordApi.do') {
      state.placed += 1
      placing += 1
      state.mostPlaced = Math.max(state.mostPlaced, placing)
      await wait(state.placeTakes)
      placing -= 1
      if (state.withoutPlaces || query.get('confmKey') !== 'of coordinates')
        return answer(response, 200, json('E0001', null))
      const place = { entX: '945959.0381341814', entY: '1953851.7348996028', admCd: query.get('admCd') }
      return answer(response, 200, json('0', query.get('rnMgtSn') === institute.rnMgtSn ? [place] : []))
    }
    if (pathname !== '/addrlink/addrLinkApi.do') return answer(response, 404, '')
    state.keywords.push(query.get('keyword'))
    const planned = state.plan.shift() ?? (query.get('confmKey') === 'of searches' ? '0' : 'E0001')
    if (planned === 'hang') return
    if (typeof planned !== 'string') {
      if (planned.location !== undefined) response.setHeader('location', planned.location)
      return answer(response, planned.status ?? 200, planned.body)
    }
    answer(response, 200, json(planned, planned === '0' ? state.found : null))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(state, {
    options: {
      JUSO_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ...{ JUSO_KEY: 'of searches', JUSO_COORDINATES_KEY: 'of coordinates' },
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  })
}

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' }).end(body)
}
