import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Value = { stringValue?: string; intValue?: number; doubleValue?: number; boolValue?: boolean }
type Attribute = { key: string; value: Value }

/** A span in OTLP/JSON: https://opentelemetry.io/docs/specs/otlp/. */
type OtlpSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  /** Nanoseconds since 1970, as text. */
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  links?: { traceId: string }[]
  status: { code?: number }
}
type Body = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[] }

export type CollectedSpan = Omit<OtlpSpan, 'attributes'> & {
  /** The process that created it. */
  service: string
  attributes: Record<string, string | number | boolean | undefined>
}

/** Accepts spans by OTLP over HTTP, as an operator's collector does. */
export type Collector = AsyncDisposable & {
  url: string
  spans: CollectedSpan[]
  /** All raw bodies. */
  bodies(): string
  /** Headers of the last request. */
  headers: IncomingHttpHeaders
}

const toValue = ({ stringValue, intValue, doubleValue, boolValue }: Value) =>
  stringValue ?? intValue ?? doubleValue ?? boolValue

const attributesOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, toValue(value)]))

export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = []
  let bodies = ''
  let headers: IncomingHttpHeaders = {}
  const server = createServer(async (request, response) => {
    const body = await text(request)
    bodies += `${body}\n`
    headers = request.headers
    for (const { resource, scopeSpans } of (JSON.parse(body) as Body).resourceSpans) {
      const service = String(attributesOf(resource.attributes)['service.name'])
      for (const span of scopeSpans.flatMap((each) => each.spans))
        spans.push({ ...span, service, attributes: attributesOf(span.attributes) })
    }
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies: () => bodies,
    get headers() {
      return headers
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
