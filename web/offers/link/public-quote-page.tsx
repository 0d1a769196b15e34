import '#web/app/page-words.ts'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { getPublicQuote } from '#contract/shop/public-quotes.ts'
import { CallError } from '#web/app/data/call.ts'
import { loadInBrowser, loadOnServer, type PageLocation, type ServerCall } from '#web/app/data/page-loader.ts'
import { LanguageMenu, ThemeMenu } from '#web/app/visitor/preference-menus.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { QuoteForm } from '#web/offers/quote-form.tsx'
import type { Route } from './+types/public-quote-page.ts'
import { QuoteAnswer } from './quote-answer.tsx'

const load = async (api: ServerCall, { params }: PageLocation<Route.LoaderArgs>) => {
  const { token } = params
  return { token, quote: await api(getPublicQuote, { params: { token } }) }
}
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** A dealer's quote for its customer, who has no account: to read, print, accept or decline. It has nothing of the store. */
export default function PublicQuotePage({ loaderData: { token, quote } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const title = `${t('offers.public.title', { number: quote.orderNo })} · ${quote.user_address.name}`
  return (
    <QuoteFrame
      title={title}
      actions={
        <Button icon={<Printer size={16} aria-hidden="true" />} onClick={() => print()}>
          {t('offers.action.print')}
        </Button>
      }
    >
      <QuoteAnswer token={token} quote={quote} />
      <div className="rounded-panel border border-line bg-surface p-4 sm:p-6 print:border-0 print:p-0">
        <QuoteForm quote={quote} />
      </div>
    </QuoteFrame>
  )
}

function QuoteFrame({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-200 flex-col px-4 print:px-0">
      <title>{title}</title>
      <meta name="robots" content="noindex,nofollow" />
      <header className="flex min-h-14 items-center justify-end gap-2 py-2 print:hidden">
        {actions}
        <LanguageMenu />
        <ThemeMenu />
      </header>
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col gap-4 pb-8 outline-none">
        {children}
      </main>
    </div>
  )
}

/** Unknown, withdrawn and expired links show the same page, too many wrong ones its wait; other failures the shop's error page. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { t } = useTranslation()
  const status = error instanceof CallError || isRouteErrorResponse(error) ? error.status : 0
  if (status !== 404 && status !== 429) throw error
  const kind = status === 404 ? 'unknown' : 'wait'
  return (
    <QuoteFrame title={t(`offers.public.${kind}`)}>
      <div className="rounded-panel border border-line bg-surface p-4 sm:p-6">
        <h1 className="text-20 font-semibold">{t(`offers.public.${kind}`)}</h1>
        <p className="mt-1 text-ink-2">{t(`offers.public.${kind}Text`)}</p>
      </div>
    </QuoteFrame>
  )
}
