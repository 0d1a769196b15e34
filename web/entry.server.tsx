import { Writable } from 'node:stream'
import en from '#locales/en.json'
import tr from '#locales/tr.json'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import type { OwnVisitor } from '#contract/core/shared-visitor.ts'
import type { Locale, Visitor } from '#contract/core/visitor.ts'
import { pageContext } from '#web/app/data/call-context.ts'
import { personOf } from '#web/app/visitor/use-person.ts'
import { countText } from '#web/ui/badge.tsx'
import { createTranslation } from './app/i18n.ts'
import { type OwnTexts, PageFrame } from '#web/app/page/page-frame.ts'
import { TranslationContext } from '#web/ui/translation.ts'
// oxlint-disable-next-line import/default -- the bundler makes the address the default export
import offlinePage from '#web/phone/offline-page.ts?worker&url'
// oxlint-disable-next-line import/default -- the bundler makes the address the default export
import serviceWorker from '#web/app/device/service-worker.ts?worker&url'

export { callContext, pageContext } from '#web/app/data/call-context.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
// As React does.
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter)

/** A visitor's own texts on shared pages, escaped for HTML. `data` is the script that has `own`. */
export function ownTexts(visitor: Visitor, own: OwnVisitor, locale: Locale): OwnTexts & { data: string } {
  const { name, detail } = personOf(visitor, words[locale]) ?? { name: '', detail: '' }
  const count = visitor.cartLineCount
  return {
    name: escapeHtml(name),
    detail: escapeHtml(detail),
    cartLines: escapeHtml(words[locale].t('cart.lines', { count })),
    cartBadge: escapeHtml(countText(count)),
    data: JSON.stringify(own).replaceAll('<', String.raw`\u003c`),
  }
}

/** What a shared page is rendered with in place of `ownTexts`. */
export const ownPartsWith = (mark: (name: keyof ReturnType<typeof ownTexts>) => string) => ({
  ownData: mark('data'),
  ownTexts: {
    name: mark('name'),
    detail: mark('detail'),
    cartLines: mark('cartLines'),
    cartBadge: mark('cartBadge'),
  },
})

/** Addresses of scripts that no page loads: `/sw.js` names them. */
export const deviceScripts = { offlinePage, serviceWorker }

const words = { tr: createTranslation('tr', tr), en: createTranslation('en', en) }

/**
 * Renders the whole page before sending it, so that its status and data are final. The HTML is passed on as text, beside the
 * response: as its body it would be copied three times.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routes: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const page = context.get(pageContext)
  page.receive(
    await renderText(
      <TranslationContext value={words[page.locale]}>
        <PageFrame value={{ ...page, ...page.own }}>
          <ServerRouter context={routes} url={request.url} nonce={page.nonce} />
        </PageFrame>
      </TranslationContext>,
      page.nonce,
    ),
  )
  return new Response(null, { status, headers })
}

function renderText(content: ReactNode, nonce: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let failed = false
    const chunks: Uint8Array[] = []
    const sink = new Writable({
      write(chunk: Uint8Array, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString())
        done()
      },
    })
    const stream = renderToPipeableStream(content, {
      nonce,
      // Nothing is sent before the page is complete, so no part of it waits behind a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        if (!failed) stream.pipe(sink)
      },
      onShellError: reject,
      onError(error) {
        failed = true
        reject(error)
      },
    })
  })
}

/** Responses that loaders throw on purpose do not reach this handler. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: RouterContextProvider },
) {
  if (!request.signal.aborted) context.get(pageContext).report(error)
}
