import '#web/app/page-words.ts'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { listPaymentLinks } from '#contract/shop/payment-links.ts'
import { listInstallments } from '#contract/shop/payments.ts'
import { getOpenDebts, getStatement } from '#contract/shop/statement.ts'
import { lira } from '#domain/money/money.ts'
import { formFormats } from '#domain/text/format.ts'
import { readPaidAmount } from '#domain/money/paid-amount.ts'
import { PageHead } from '#web/app/page/page-head.tsx'
import { type PageLocation, type ServerCall, loadInBrowser, loadOnServer } from '#web/app/data/page-loader.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'
import type { Route } from './+types/pay-page.ts'
import { BankTables } from '#web/payments/pos/bank-tables.tsx'
import { CardsOff } from '#web/payments/card/cards-off.tsx'
import { debtsOf } from './purpose.ts'
import { isForCart } from './pay-for-cart.ts'
import { useCardCurrencies } from './use-card-currencies.ts'
import { PayForm } from './pay-form.tsx'
import { PaymentLinks } from '#web/payments/links/payment-links.tsx'

/** Loads the account, all banks' installments and the dealer's links; reads amount and note from the address. */
async function openPayPage(call: ServerCall, { url: address }: PageLocation) {
  const query = new URL(address).searchParams
  const typed = { amount: query.get('amount')?.slice(0, 30) ?? '', note: query.get('note')?.slice(0, 500) ?? '' }
  const paid = readPaidAmount(typed.amount)
  const amount = paid.ok ? paid.amount : undefined
  const ids = debtsOf(query)
  const [{ accounts }, { banks }, { items: links }, debts] = await Promise.all([
    call(getStatement, { query: {} }),
    call(listInstallments, { query: { type: 'pay', amount } }),
    call(listPaymentLinks),
    ids.length === 0 ? { items: [], total: 0 } : call(getOpenDebts, { query: { ids: ids.join(',') } }),
  ])
  // The sum is the server's; a smaller amount pays in part.
  if (typed.amount === '' && debts.total > 0) typed.amount = formFormats.formatNumber(debts.total, 2)
  return { typed, accounts, banks, links, debts, isForCart: isForCart(query) }
}

export const loader = loadOnServer(openPayPage)
export const clientLoader = loadInBrowser(openPayPage)

/** Card payment into the dealer's account (checkout, section 2: direct payment), and payment links. */
export default function PayPage({
  loaderData: { typed, accounts, banks, links, debts, isForCart: isOfCart },
}: Route.ComponentProps) {
  const { t } = useTranslation()
  const { hasCardPayment, settings } = useVisitor()
  const [amount, setAmount] = useState(typed.amount)
  const all = useCardCurrencies()
  // Chosen debts, and what a cart exceeds the limit by, are in lira.
  const currencies = debts.items.length > 0 || isOfCart ? all.slice(0, 1) : all
  const [chosen, choose] = useState(currencies[0] ?? lira)
  const currency = currencies.find((each) => each === chosen) ?? currencies[0] ?? lira
  const hasLinks = settings.b2b_cari_odeme_baglantisi === '1' && (all.length > 0 || links.length > 0)
  return (
    <div className="page-width flex flex-col gap-4 py-5">
      <PageHead
        title={t('payment.pay.title')}
        description={t('payment.pay.description')}
        canonical={pages.payment}
        noIndex
      />
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-20 font-semibold">{t('payment.pay.title')}</h1>
        <Link to={pages.statement} className={buttonClasses('outline', 'md', 'ml-auto')}>
          <ReceiptText size={16} aria-hidden="true" /> {t('payment.summary.statement')}
        </Link>
      </div>
      <div
        className={classes(
          'grid grid-cols-[minmax(0,1fr)] items-start gap-4',
          hasLinks && 'lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[auto_1fr]',
        )}
      >
        {all.length > 0 ? (
          <PayForm
            amount={amount}
            onAmount={setAmount}
            currencies={currencies}
            currency={currency}
            onCurrency={choose}
            note={typed.note}
            accounts={accounts}
            debts={debts.items}
            isForCart={isOfCart}
          />
        ) : (
          <CardsOff />
        )}
        {hasLinks && <PaymentLinks links={links} debts={debts} />}
        {hasCardPayment && currency === lira && <BankTables first={{ amount: typed.amount, banks }} amount={amount} />}
      </div>
    </div>
  )
}
