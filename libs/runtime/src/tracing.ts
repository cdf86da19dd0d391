import Type from 'typebox'
import { assertEncrypted, readConfig } from './config.ts'
import type { Logger } from './log.ts'
import { setTracer } from './spans.ts'

/** The OpenTelemetry variables that every process reads; each also as `NAME_FILE`. */
export const TracingConfig = Type.Object({
  NODE_ENV: Type.String({ default: '', description: '`production` refuses headers without an https endpoint.' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({
      format: 'uri',
      pattern: '^https?://',
      description: 'Base URL of a collector that accepts OTLP over HTTP; without it tracing is off.',
    }),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: Type.String({
    default: '',
    description: '`name=value` headers for the collector, comma-separated.',
  }),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    minimum: 0,
    maximum: 1,
    default: 1,
    description: 'Share of the traces that is sampled.',
  }),
})

/**
 * Exports this process's spans to the operator's collector until disposal; undefined if none is configured, and then the
 * library is not loaded.
 * @param service name of the process
 * @throws ConfigError that names every wrong variable; in production headers (keys) need an https endpoint
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
