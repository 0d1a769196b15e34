import '#web/app/page-words.ts'
import { CircleCheck, CircleX } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { pages } from '#contract/core/pages.ts'
import { getPaymentReturn } from '#contract/shop/payments.ts'
import { call } from '#web/app/data/call.ts'
import { callContext } from '#web/app/data/call-context.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/result-page.ts'
import { useReloadWhile } from '#web/payments/bank/repeat.ts'
import { notifyParentPage } from '#web/payments/bank/frame-messages.ts'

type Outcome = Reply<typeof getPaymentReturn>

const inputOf = (address: string) => ({ query: { token: new URL(address).searchParams.get('token') ?? '' } })

export async function loader({ context, request }: Route.LoaderArgs) {
  return context.get(callContext)(getPaymentReturn, inputOf(request.url))
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return call(getPaymentReturn, inputOf(request.url))
}

/**
 * The target of the bank's return; it needs no cookie. In a frame it notifies the parent page, which queries the
 * server. If a provider took the whole window, the payer reads this page.
 */
export default function ResultPage({ loaderData: outcome }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { reference, succeed, isPending } = outcome
  useEffect(() => {
    notifyParentPage({ type: succeed ? 'payment_succeed' : isPending ? 'loading' : 'dialogClose', reference })
  }, [reference, succeed, isPending])
  useReloadWhile(isPending)
  return (
    <main id="content" className="flex min-h-dvh flex-col items-center justify-center gap-3 p-5 text-center">
      <PageHead
        title={t('payment.form.title')}
        description={t('payment.frame.text')}
        canonical={pages.paymentResult}
        noIndex
      />
      <OutcomeText outcome={outcome} />
    </main>
  )
}

function OutcomeText({ outcome: { kind, reference, succeed, isPending, message } }: { outcome: Outcome }) {
  const { t } = useTranslation()
  if (isPending) {
    return (
      <>
        <Spinner className="size-6! text-brand-ink" />
        <h1 className="text-16 font-semibold">{t('payment.asking.title')}</h1>
        <p className="max-w-100 text-ink-2">{message ?? t('payment.asking.text')}</p>
      </>
    )
  }
  const summaryPath = `${pages.checkoutSummary}?payment=${reference}`
  const retryPath = kind === 'order' ? `${pages.checkout}?step=payment` : pages.payment
  return (
    <>
      <OutcomeIcon isGood={succeed} />
      <h1 className="text-18 font-semibold">{t(succeed ? 'payment.paid' : 'payment.notPaid')}</h1>
      {message !== null && <p className="max-w-100 text-ink-2">{message}</p>}
      {kind === 'link' ? (
        <p className="max-w-100 text-ink-2">{t(succeed ? 'payment.result.linkPaid' : 'payment.result.linkAgain')}</p>
      ) : (
        <NextLink to={succeed ? summaryPath : retryPath}>
          {t(succeed ? 'payment.result.summary' : 'payment.result.again')}
        </NextLink>
      )}
    </>
  )
}

/** Opens a new document: this window does not know the payer yet. */
function NextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} target="_top" className={buttonClasses('solid', 'lg')}>
      {children}
    </a>
  )
}

function OutcomeIcon({ isGood }: { isGood: boolean }) {
  const Icon = isGood ? CircleCheck : CircleX
  return (
    <span
      className={classes(
        'flex size-14 items-center justify-center rounded-full',
        isGood ? 'bg-success-soft text-success' : 'bg-danger-soft text-danger',
      )}
    >
      <Icon size={30} aria-hidden="true" />
    </span>
  )
}
