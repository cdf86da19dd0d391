import { currentTraceparent, withinSpan } from './request-context.ts'

/*
 * The span API, without a library. `run` sets a tracer (otlp.ts) if the operator configures a collector. Without a tracer no
 * span is created, and a call costs one comparison.
 */

/** Span kinds of OpenTelemetry. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal'

/** Attributes with OpenTelemetry's names (https://opentelemetry.io/docs/specs/semconv/). Never personal data. */
export type Attributes = Record<string, string | number | boolean>

export type SpanOptions = {
  kind: SpanKind
  attributes?: Attributes
  /** W3C trace context of the parent; default is the current span. */
  parent?: string | undefined
  /**
   * Begins a trace if there is no parent. Without this option no span is created in that case: pings and polls are not
   * traced.
   */
  root?: boolean
  /** The parent comes from a client: its trace id is continued, but its sampling decision is ignored. */
  foreign?: boolean
  /** Other traces that the work belongs to. */
  links?: readonly string[]
  /** True for failures that mark the span as failed; default is all. */
  isFault?: (error: unknown) => boolean
}

export type Span = {
  /** W3C trace context for child spans. */
  readonly traceparent: string
  set(attribute: string, value: Attributes[string]): void
  /** Ends the span; call it once. @param fault code of the error */
  end(attributes?: Attributes, fault?: string): void
}

export type Tracer = { begin(name: string, options: SpanOptions): Span }

let tracer: Tracer | undefined

/** Sets the tracer of all later spans; undefined turns tracing off. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next
}

/** True while a tracer is set; lets callers skip the preparation of a span. */
export const isTracing = (): boolean => tracer !== undefined

/** The sampled flag: the last bit of a W3C trace context. */
const isSampled = (traceparent: string) => (Number.parseInt(traceparent.slice(-1), 16) & 1) === 1

/** Parent and links for work that serves several traces: the first sampled one is the parent, the others are links. */
export function parentAndLinks(traces: readonly (string | undefined)[]): Pick<SpanOptions, 'parent' | 'links'> {
  const [parent, ...links] = traces.filter((trace) => trace !== undefined && isSampled(trace))
  return { parent, links: links as string[] }
}

/** Begins a span for work that is not a single function; undefined while tracing is off, and in a trace that is not sampled. */
export function beginSpan(name: string, options: SpanOptions): Span | undefined {
  if (tracer === undefined) return undefined
  const parent = options.parent ?? currentTraceparent()
  if (parent === undefined ? options.root !== true : options.foreign !== true && !isSampled(parent)) return undefined
  return tracer.begin(name, { ...options, parent })
}

/** The trace's id in a W3C trace context. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35)

/**
 * Runs work within a span of its own and returns its outcome. Of an error the span records only the code.
 * @param work gets the span; undefined if none was created
 */
export async function traced<T>(
  name: string,
  options: SpanOptions,
  work: (span: Span | undefined) => PromiseLike<T> | T,
): Promise<T> {
  const span = beginSpan(name, options)
  if (span === undefined) return work(undefined)
  try {
    const result = await withinSpan(span.traceparent, () => work(span))
    span.end()
    return result
  } catch (error) {
    const type = typeOf(error)
    if (options.isFault?.(error) ?? true) span.end({ 'error.type': type }, type)
    else span.end({ 'error.type': type })
    throw error
  }
}

/** The error's code, else its class. Its message may contain personal data. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { code, name } = error as Error & { code?: unknown }
  return typeof code === 'string' ? code : name
}
