import '#web/app/page-words.ts'
import { useEffect } from 'react'
import { getQuote } from '#contract/shop/quote.ts'
import { pages } from '#contract/core/pages.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, loadInBrowser, loadOnServer, type ServerCall } from '#web/app/data/page-loader.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/quote-page.ts'
import { QuoteForm } from './quote-form.tsx'

/** How long the window stays open after printing, in milliseconds (specification, section 9). */
const closeDelay = 1000

const load = (api: ServerCall, { params }: PageLocation<Route.LoaderArgs>) => api(getQuote, { params })
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The quote in a separate window, which prints itself and closes. */
export default function QuotePage({ loaderData: quote }: Route.ComponentProps) {
  const { t } = useTranslation()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const printNow = () => {
      print()
      // Scripts can close only windows that were opened by a script.
      timer = setTimeout(() => window.close(), closeDelay)
    }
    const pictures = [...document.images].map((image) => image.decode().catch(() => {}))
    void Promise.all([document.fonts.ready, ...pictures]).then(printNow)
    return () => clearTimeout(timer)
  }, [])
  return (
    <main id="content" className="mx-auto min-h-dvh max-w-200 bg-surface p-6 print:bg-transparent print:p-0">
      <PageHead
        title={`${t('offers.quote.title')} ${quote.orderNo}`}
        description={t('offers.description')}
        canonical={pages.offers}
        noIndex
      />
      <QuoteForm quote={quote} />
    </main>
  )
}
