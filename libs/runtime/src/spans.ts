import { currentTraceparent, withinSpan } from './request-context.ts'

/*
 * Spans without a library: what the product does is told to a tracer that `run` brings where the operator names a
 * collector (otlp.ts). Without one nothing is made, kept or sent, and a span costs one comparison.
 */

/** Who a span is to the other end: answers it, asks it, sends it something, works on what it sent, or has none. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal'

/** Attributes by OpenTelemetry's names: https://opentelemetry.io/docs/specs/semconv/. Never anything personal. */
export type Attributes = Record<string, string | number | boolean>

export type SpanOptions = {
  kind: SpanKind
  attributes?: Attributes
  /** W3C trace context of what it is a part of; the span within which we work where nothing is said. */
  parent?: string | undefined
  /** It begins a trace where it is a part of none. Otherwise nothing is made then: pings and polls have no trace. */
  root?: boolean
  /** The parent is a stranger's: its trace goes on, but whether it is kept is for us to say. */
  foreign?: boolean
  /** Traces of others that it works for, too. */
  links?: readonly string[]
  /** Which failures are ours to look into; all where nothing is said. */
  isFault?: (error: unknown) => boolean
}

/** Work under way. */
export type Span = {
  /** W3C trace context for what is a part of it. */
  readonly traceparent: string
  set(attribute: string, value: Attributes[string]): void
  /** Ends it, once. @param fault what went wrong, by its code */
  end(attributes?: Attributes, fault?: string): void
}

export type Tracer = { begin(name: string, options: SpanOptions): Span }

let tracer: Tracer | undefined

/** Has everything told to this tracer from now on; undefined: to nobody. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next
}

/** Whether anybody hears of spans. For what would have to be made for them. */
export const isTracing = (): boolean => tracer !== undefined

/** Whether the one who began the trace keeps it: the last bit of a W3C trace context. */
const isSampled = (traceparent: string) => (Number.parseInt(traceparent.slice(-1), 16) & 1) === 1

/** Of those for whom a piece of work is done: the first whose trace is kept is what it is a part of, the others are linked. */
export function parentAndLinks(traces: readonly (string | undefined)[]): Pick<SpanOptions, 'parent' | 'links'> {
  const [parent, ...links] = traces.filter((trace) => trace !== undefined && isSampled(trace))
  return { parent, links: links as string[] }
}

/** Begins a span for work that is not one function; undefined where nothing is traced, and in a trace that is not kept. */
export function beginSpan(name: string, options: SpanOptions): Span | undefined {
  if (tracer === undefined) return undefined
  const parent = options.parent ?? currentTraceparent()
  if (parent === undefined ? options.root !== true : options.foreign !== true && !isSampled(parent)) return undefined
  return tracer.begin(name, { ...options, parent })
}

/** The trace's id in a W3C trace context. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35)

/**
 * Does work within a span of its own, and fails as the work does. The span tells the failure's code and nothing else of it.
 * @param work gets the span; undefined where nothing is traced
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

/** A code, as our own errors, the database's and the system's have, or the error's class; a message may hold what is personal. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { code, name } = error as Error & { code?: unknown }
  return typeof code === 'string' ? code : name
}
