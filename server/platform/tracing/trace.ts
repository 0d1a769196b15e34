/** What a span is about. Never a value of a person, an address with a query, or a secret. */
export type SpanFacts = Readonly<Record<string, string | number>>

export type OpenSpan = { end(facts?: SpanFacts, error?: unknown): void }

/** `statement`: SQL, which makes a span within another one only: the shop polls several times a second. */
export type SpanKind = 'request' | 'job' | 'call' | 'statement'

export type Tracer = {
  /** Whether the caller runs in a span. */
  isWithin(): boolean
  /** Starts a span below the one in which the caller runs. */
  start(name: string, kind: SpanKind, facts: SpanFacts): OpenSpan
  /** Runs work in a span, so that spans which it starts are below. */
  within<Value>(span: OpenSpan, work: () => Value): Value
}

let tracer: Tracer | null = null

/** Set by `openTracing`. Null: nothing is traced, and tracing costs one comparison. */
export function useTracer(next: Tracer | null): void {
  tracer = next
}

export const currentTracer = (): Tracer | null => tracer

/** Runs work in a span that ends with it. */
export function traced<Value>(
  kind: SpanKind,
  name: string,
  facts: SpanFacts,
  work: () => Promise<Value>,
): Promise<Value> {
  if (tracer === null || (kind === 'statement' && !tracer.isWithin())) return work()
  return inSpan(tracer, tracer.start(name, kind, facts), work)
}

async function inSpan<Value>(opened: Tracer, span: OpenSpan, work: () => Promise<Value>): Promise<Value> {
  try {
    const value = await opened.within(span, work)
    span.end()
    return value
  } catch (error) {
    span.end({}, error)
    throw error
  }
}
