import Type from 'typebox'
import { assertEncrypted, readConfig } from './config.ts'
import type { Logger } from './log.ts'
import { setTracer } from './spans.ts'

/** What every process reads of OpenTelemetry's variables; each also as `NAME_FILE`. */
const TracingConfig = Type.Object({
  NODE_ENV: Type.String({ default: '' }),
  /** Base address of a collector that takes OTLP over HTTP. Without it nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(Type.String({ format: 'uri', pattern: '^https?://' })),
  /** `name=value`, with commas between: what the collector asks for. */
  OTEL_EXPORTER_OTLP_HEADERS: Type.String({ default: '' }),
  /** Which share of the traces is kept, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: Type.Number({ minimum: 0, maximum: 1, default: 1 }),
})

/**
 * Has what this process does told to the operator's collector, from here on and until it is disposed; undefined where none
 * is named. A process that tells nobody does not load the library.
 * @param service name of the process
 * @throws ConfigError naming every variable that is wrong; in production a key is not sent in clear
 */
export async function openTracing(
  service: string,
  log: Logger,
  environment?: Record<string, string | undefined>,
): Promise<AsyncDisposable | undefined> {
  const config = readConfig(TracingConfig, environment)
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = config
  if (endpoint === undefined) return undefined
  if (config.NODE_ENV === 'production' && headers !== '') assertEncrypted(config)
  const { openOtlp } = await import('./otlp.ts')
  const tracer = openOtlp({ endpoint, headers, share: config.OTEL_TRACES_SAMPLER_ARG, service, log })
  setTracer(tracer)
  return {
    async [Symbol.asyncDispose]() {
      setTracer(undefined)
      await tracer[Symbol.asyncDispose]()
    },
  }
}
