import { type Context, diag, ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { parseKeyPairsIntoRecord, parseTraceParent, setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import type { Logger } from './log.ts'
import type { Span, SpanOptions, Tracer } from './spans.ts'

export type OtlpOptions = {
  /** Base address of the collector; spans go to `/v1/traces` under it. */
  endpoint: string
  /** `name=value`, with commas between: what the collector asks for. */
  headers: string
  /** Which share of the traces that begin here is kept, 0 to 1. */
  share: number
  /** Of the process. */
  service: string
  log: Logger
}

/** Spans that wait; more are dropped, so that a collector that is away costs no memory. */
const mostWaiting = 2_048
/** Milliseconds: from one sending to the next, and for one of them. */
const sendEvery = 2_000
const sendPatience = 5_000
/** Milliseconds that a process that ends waits for its last spans. */
const lastPatience = 1_000
/** Milliseconds between two lines of the log that say that spans are lost. */
const silence = 60_000

const kinds: Record<SpanOptions['kind'], SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/**
 * Sends spans to a collector by OTLP over HTTP, from time to time and many at once. A collector that is away, or says no,
 * costs spans and one line of the log a minute. Disposing sends the last, for a second at most.
 */
export function openOtlp({ endpoint, headers, share, service, log }: OtlpOptions): Tracer & AsyncDisposable {
  let toldAt = Number.NEGATIVE_INFINITY
  function tellLoss(reason: string): void {
    if (performance.now() - toldAt < silence) return
    toldAt = performance.now()
    log.warn({ reason }, 'spans are lost')
  }
  setGlobalErrorHandler((error) => tellLoss(reasonOf(error)))
  diag.setLogger({
    ...quiet,
    warn: (text) => {
      if (text.startsWith('Dropped ')) tellLoss('more than can wait')
    },
  })
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: parseKeyPairsIntoRecord(headers),
    timeoutMillis: sendPatience,
  })
  const ratio = new TraceIdRatioBasedSampler(share)
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.namespace': 'kingcar',
      'service.instance.id': crypto.randomUUID(),
    }),
    // what a stranger says of keeping a trace does not count
    sampler: new ParentBasedSampler({ root: ratio, remoteParentSampled: ratio, remoteParentNotSampled: ratio }),
    spanProcessors: [
      new BatchSpanProcessor(exporter, {
        maxQueueSize: mostWaiting,
        scheduledDelayMillis: sendEvery,
        exportTimeoutMillis: sendPatience,
      }),
    ],
  })
  const tracer = provider.getTracer('kingcar')

  function begin(name: string, { kind, attributes, parent, foreign, links = [] }: SpanOptions): Span {
    const options = {
      kind: kinds[kind],
      ...(attributes && { attributes }),
      links: links.flatMap((link) => contextOf(link) ?? []).map((context) => ({ context })),
    }
    const span = tracer.startSpan(name, options, within(parent, foreign === true))
    const { traceId, spanId, traceFlags } = span.spanContext()
    return {
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      set: (attribute, value) => void span.setAttribute(attribute, value),
      end(more, fault) {
        if (more) span.setAttributes(more)
        if (fault !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: fault })
        span.end()
      },
    }
  }

  return {
    begin,
    async [Symbol.asyncDispose]() {
      const late = new Promise((resolve) => setTimeout(resolve, lastPatience).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), late]) // what was lost has been told
    },
  }
}

const nothing = () => undefined
/** The library's own words, in which addresses and answers stand. */
const quiet = { error: nothing, warn: nothing, info: nothing, debug: nothing, verbose: nothing }

const contextOf = (traceparent: string): SpanContext | undefined => parseTraceParent(traceparent) ?? undefined

function within(parent: string | undefined, isRemote: boolean): Context {
  const context = parent === undefined ? undefined : contextOf(parent)
  return context ? trace.setSpanContext(ROOT_CONTEXT, { ...context, isRemote }) : ROOT_CONTEXT
}

/** Without addresses and answers, in which keys may stand. */
function reasonOf(error: unknown): string {
  const { code, name } = (error instanceof Error ? error : {}) as { code?: unknown; name?: string }
  return code === undefined ? (name ?? 'unknown') : String(code)
}
