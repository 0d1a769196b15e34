import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import en from '#locales/en.json'
import tr from '#locales/tr.json'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { pageContext } from '#web/app/data/call-context.ts'
import { createTranslation } from './app/i18n.ts'
import { PageFrame } from '#web/app/page/page-frame.ts'
import { TranslationContext } from '#web/ui/translation.ts'
// oxlint-disable-next-line import/default -- the bundler makes the address the default export
import offlinePage from '#web/phone/offline-page.ts?worker&url'
// oxlint-disable-next-line import/default -- the bundler makes the address the default export
import serviceWorker from '#web/app/device/service-worker.ts?worker&url'

export { callContext, pageContext } from '#web/app/data/call-context.ts'

/** Addresses of scripts that no page loads: `/sw.js` names them. */
export const deviceScripts = { offlinePage, serviceWorker }

const words = { tr: createTranslation('tr', tr), en: createTranslation('en', en) }

/** Renders the whole page before sending it, so that its status and data are final. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routes: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const page = context.get(pageContext)
  const html = await new Promise<Buffer>((resolve, reject) => {
    let failed = false
    const stream = renderToPipeableStream(
      <TranslationContext value={words[page.locale]}>
        <PageFrame value={page}>
          <ServerRouter context={routes} url={request.url} nonce={page.nonce} />
        </PageFrame>
      </TranslationContext>,
      {
        nonce: page.nonce,
        onAllReady() {
          if (failed) return
          const body = new PassThrough()
          buffer(body).then(resolve, reject)
          stream.pipe(body)
        },
        onShellError: reject,
        onError(error) {
          failed = true
          reject(error)
        },
      },
    )
  })
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(new Uint8Array(html), { status, headers })
}

/** Responses that loaders throw on purpose do not reach this handler. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
) {
  if (!request.signal.aborted) context.get(pageContext).report(error)
}
