import { useId } from 'react'
import { paymentLinksAnchor } from '#contract/core/record-paths.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import type { getOpenDebts } from '#contract/shop/statement.ts'
import type { PaymentLink } from '#contract/shop/payment-links.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { useCardCurrencies } from '#web/payments/use-card-currencies.ts'
import { LinkForm } from './link-form.tsx'
import { LinkList } from './link-list.tsx'

/** Links by which others pay into the dealer's account: a form for a new one, and the existing ones. */
export function PaymentLinks({ links, debts }: { links: readonly PaymentLink[]; debts: Reply<typeof getOpenDebts> }) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const mayPay = useCardCurrencies().length > 0
  const id = useId()
  const canCreate = user?.canOrder === true
  return (
    <section
      id={paymentLinksAnchor}
      aria-labelledby={id}
      className="min-w-0 scroll-mt-36 rounded-panel border border-line bg-surface p-4 sm:p-5 lg:col-start-2 lg:row-span-2 lg:row-start-1"
    >
      <h2 id={id} className="text-16 font-semibold">
        {t('payment.links.title')}
      </h2>
      <p className="mt-0.5 text-13 text-ink-2">{t('payment.links.text')}</p>
      {canCreate && mayPay && <LinkForm debts={debts} />}
      {!canCreate && <p className="mt-3 text-13">{t('payment.links.noRight')}</p>}
      <LinkList links={links} canEnd={canCreate} />
    </section>
  )
}
