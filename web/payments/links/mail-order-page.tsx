import '#web/app/page-words.ts'
import { Printer } from 'lucide-react'
import { mailOrderPath } from '#contract/core/record-paths.ts'
import { getPayment } from '#contract/shop/payments.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { Button } from '#web/ui/form/button.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/mail-order-page.ts'
import { MailOrderForm } from './mail-order-form.tsx'

const inputOf = (reference: string, address: string) => ({
  params: { reference },
  query: { link: new URL(address).searchParams.get('link') ?? undefined },
})

const load = (api: ServerCall, { params, url }: PageLocation<Route.LoaderArgs>) =>
  api(getPayment, inputOf(params.reference, url))
export const loader = loadOnServer(load)
export const clientLoader = loadInBrowser(load)

/** The mail order form of a paid card payment, in its own window. */
export default function MailOrderPage({ loaderData: payment }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <main id="content" className="mx-auto min-h-dvh max-w-200 bg-surface p-6 print:bg-transparent print:p-0">
      <PageHead
        title={t('payment.mailOrder.title')}
        description={t('payment.mailOrder.description')}
        canonical={mailOrderPath(payment.reference)}
        noIndex
      />
      {payment.mailOrder === null ? (
        <h1 className="text-16 font-semibold">{t('payment.summary.notDone')}</h1>
      ) : (
        <>
          <div className="mb-4 flex justify-end print:hidden">
            <Button
              variant="solid"
              size="card"
              icon={<Printer size={16} aria-hidden="true" />}
              onClick={() => globalThis.print()}
            >
              {t('payment.mailOrder.print')}
            </Button>
          </div>
          <MailOrderForm payment={payment} form={payment.mailOrder} />
        </>
      )}
    </main>
  )
}
