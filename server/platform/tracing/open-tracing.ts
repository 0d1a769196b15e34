import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '@opentelemetry/api'
import { type OpenSpan, type Tracer, useTracer } from './trace.ts'

export type TracingOptions = {
  /** Of an OTLP collector over HTTP, such as `http://127.0.0.1:4318`. */
  endpoint: string
  version: string
  /** The part of requests and jobs that are traced, from 0 to 1. */
  ratio: number
}

/** Sends spans to a collector. The packages of OpenTelemetry are loaded here, and nowhere else. */
export async function openTracing({ endpoint, version, ratio }: TracingOptions): Promise<{ close(): Promise<void> }> {
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, sdk, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new sdk.TracerProvider({
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  const source = provider.getTracer('toptan', version)
  const contexts = new AsyncLocalStorage<Context>()
  const contextOf = new WeakMap<OpenSpan, Context>()
  const kinds = {
    request: SpanKind.SERVER,
    job: SpanKind.INTERNAL,
    call: SpanKind.CLIENT,
    statement: SpanKind.CLIENT,
  }
  const tracer: Tracer = {
    isWithin: () => contexts.getStore() !== undefined,
    start(name, kind, attributes) {
      const parent = contexts.getStore() ?? ROOT_CONTEXT
      const span = source.startSpan(name, { kind: kinds[kind], attributes }, parent)
      const opened: OpenSpan = {
        end(facts = {}, error) {
          const { 'span.name': renamed, ...more } = facts
          if (renamed !== undefined) span.updateName(String(renamed))
          span.setAttributes(more)
          // Messages of errors may name people and addresses.
          if (error !== undefined) {
            span.setStatus({ code: SpanStatusCode.ERROR })
            span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
          }
          span.end()
        },
      }
      contextOf.set(opened, trace.setSpan(parent, span))
      return opened
    },
    within: (span, work) => contexts.run(contextOf.get(span) ?? ROOT_CONTEXT, work),
  }
  useTracer(tracer)
  return {
    async close() {
      useTracer(null)
      // A collector that does not answer does not delay the end of the process.
      await Promise.race([provider.shutdown(), sleep(2_000, undefined, { ref: false })])
    },
  }
}
