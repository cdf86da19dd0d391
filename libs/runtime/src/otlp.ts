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
  /** Comma-separated `name=value` headers for the collector. */
  headers: string
  /** Share of the traces that begin here to sample, 0 to 1. */
  share: number
  /** Name of the process. */
  service: string
  log: Logger
}

/** Maximum queued spans; more are dropped, so that an unavailable collector costs no memory. */
const maximumQueued = 2_048
/** Milliseconds between two exports, and the timeout of one. */
const exportEvery = 2_000
const exportTimeout = 5_000
/** Milliseconds to wait for the last export at shutdown. */
const shutdownTimeout = 1_000
/** Milliseconds between two log lines about dropped spans. */
const logEvery = 60_000

const kinds: Record<SpanOptions['kind'], SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/**
 * Exports spans to a collector by OTLP over HTTP, in batches. If the collector is unavailable or rejects them, spans are
 * dropped, and one line a minute is logged. Disposal exports the last spans, for at most a second.
 */
export function openOtlp({ endpoint, headers, share, service, log }: OtlpOptions): Tracer & AsyncDisposable {
  let loggedAt = Number.NEGATIVE_INFINITY
  function logLoss(reason: string): void {
    if (performance.now() - loggedAt < logEvery) return
    loggedAt = performance.now()
    log.warn({ reason }, 'trace export failed, spans dropped')
  }
  setGlobalErrorHandler((error) => logLoss(reasonOf(error)))
  diag.setLogger({
    ...quiet,
    warn: (text) => {
      if (text.startsWith('Dropped ')) logLoss('queue full')
    },
  })
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: parseKeyPairsIntoRecord(headers),
    timeoutMillis: exportTimeout,
  })
  const ratio = new TraceIdRatioBasedSampler(share)
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.namespace': 'kingcar',
      'service.instance.id': crypto.randomUUID(),
    }),
    // the sampling decision of a foreign parent does not count
    sampler: new ParentBasedSampler({ root: ratio, remoteParentSampled: ratio, remoteParentNotSampled: ratio }),
    spanProcessors: [
      new BatchSpanProcessor(exporter, {
        maxQueueSize: maximumQueued,
        scheduledDelayMillis: exportEvery,
        exportTimeoutMillis: exportTimeout,
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
      const late = new Promise((resolve) => setTimeout(resolve, shutdownTimeout).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), late]) // a failed export is already logged
    },
  }
}

const nothing = () => undefined
/** Discards the library's own log messages, which contain addresses and responses. */
const quiet = { error: nothing, warn: nothing, info: nothing, debug: nothing, verbose: nothing }

const contextOf = (traceparent: string): SpanContext | undefined => parseTraceParent(traceparent) ?? undefined

function within(parent: string | undefined, isRemote: boolean): Context {
  const context = parent === undefined ? undefined : contextOf(parent)
  return context ? trace.setSpanContext(ROOT_CONTEXT, { ...context, isRemote }) : ROOT_CONTEXT
}

/** The error's code or name; its message may contain addresses, responses and keys. */
function reasonOf(error: unknown): string {
  const { code, name } = (error instanceof Error ? error : {}) as { code?: unknown; name?: string }
  return code === undefined ? (name ?? 'unknown') : String(code)
}
