import type { FastifyInstance, FastifyRequest } from 'fastify'
import { currentTracer, type OpenSpan } from './trace.ts'

/** Makes a span of every request, named by its route: paths have names and tokens, queries have what people type. */
export function traceRequests(app: FastifyInstance): void {
  const tracer = currentTracer()
  if (tracer === null) return
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const span = tracer.start(request.method, 'request', { 'http.request.method': request.method })
    spans.set(request, span)
    tracer.within(span, done)
  })
  // What reads a body continues outside of the span.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (span === undefined) done()
    else tracer.within(span, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const status = reply.statusCode
    spans
      .get(request)
      ?.end(
        { 'span.name': `${request.method} ${route}`, 'http.route': route, 'http.response.status_code': status },
        status >= 500 ? new Error('server error') : undefined,
      )
    done()
  })
}
