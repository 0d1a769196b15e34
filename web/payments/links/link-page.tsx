import '#web/app/page-words.ts'
import { isRouteErrorResponse } from 'react-router'
import { paymentLinkPath } from '#contract/core/record-paths.ts'
import { getPaymentLink } from '#contract/shop/payment-links.ts'
import { getPayment } from '#contract/shop/payments.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { callContext, type ServerCall } from '#web/app/data/call-context.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/link-page.ts'
import { LinkFrame } from './link-frame.tsx'
import { LinkOffer } from './link-offer.tsx'
import { LinkReceipt } from './link-receipt.tsx'

/** Loads the link, and the payer's payment if the address names it. */
async function openLink(call: ServerCall, address: string, token: string) {
  const reference = new URL(address).searchParams.get('payment') ?? ''
  const [link, payment] = await Promise.all([
    call(getPaymentLink, { params: { token } }),
    /^[A-Z0-9]{20}$/.test(reference) ? call(getPayment, { params: { reference }, query: { link: token } }) : null,
  ])
  return { link, payment: payment?.succeed === true ? payment : null }
}

export async function loader({ context, request, params }: Route.LoaderArgs) {
  return openLink(context.get(callContext), request.url, params.token)
}

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return openLink(call, request.url, params.token)
}

/**
 * The public page of a payment link: anyone with the link can pay, without an account. It shows only payee and amount.
 */
export default function LinkPage({ loaderData: { link, payment }, params: { token } }: Route.ComponentProps) {
  const { t } = useTranslation()
  return (
    <LinkFrame payee={link.payee}>
      <PageHead
        title={t('payment.link.title')}
        description={t('payment.link.description', { payee: link.payee.name })}
        canonical={paymentLinkPath(token)}
        noIndex
      />
      {payment === null ? (
        <LinkOffer link={link} token={token} />
      ) : (
        <LinkReceipt payment={payment} payee={link.payee} dealer={link.dealer} token={token} />
      )}
    </LinkFrame>
  )
}

/** An unknown token shows a page without the shop's frame; other failures show the shop's error page. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isUnknown = (error instanceof CallError || isRouteErrorResponse(error)) && error.status === 404
  if (!isUnknown) throw error
  return <UnknownLink />
}

function UnknownLink() {
  const { t } = useTranslation()
  return (
    <LinkFrame payee={null}>
      <title>{t('payment.link.unknown')}</title>
      <meta name="robots" content="noindex" />
      <h1 className="text-20 font-semibold">{t('payment.link.unknown')}</h1>
      <p className="mt-1 text-ink-2">{t('payment.link.unknownText')}</p>
    </LinkFrame>
  )
}
