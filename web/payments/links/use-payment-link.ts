import { type RefObject, useState } from 'react'
import type { CallInput, Reply } from '#contract/core/endpoint.ts'
import { createPaymentLink } from '#contract/shop/payment-links.ts'
import type { getOpenDebts } from '#contract/shop/statement.ts'
import { formFormats } from '#domain/text/format.ts'
import { lira } from '#domain/money/money.ts'
import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import { readPaidAmount } from '#domain/money/paid-amount.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { copyText } from '#web/app/copy-text.ts'
import { useCardCurrencies } from '#web/payments/use-card-currencies.ts'

type Body = NonNullable<CallInput<typeof createPaymentLink>['body']>
type CreatedLink = { amount: string; currency: PosCurrency; link: string; isSent: boolean }
type Problem = { field: 'amount' | 'email' | null; message: string }
type Work = 'create' | 'mail' | 'share'

const fieldOf = (code: string): Problem['field'] =>
  code === 'amount_invalid' ? 'amount' : code.startsWith('email_') ? 'email' : null

/** Requests links for an amount, one at a time. `created`: the last link, unless the amount has changed since. */
function useLinkRequest(
  amount: string | null,
  currency: PosCurrency,
  { debts, onCreated }: { debts: readonly number[]; onCreated(): void },
) {
  const { t } = useTranslation()
  const [last, setLast] = useState<CreatedLink | null>(null)
  const [busy, setBusy] = useState<Work | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)

  /** The server's reply, or null if it was refused and reported by `onRefused`. */
  async function request(work: Work, body: Omit<Body, 'amount'>, onRefused: (error: CallError) => void) {
    if (amount === null) {
      setProblem({ field: 'amount', message: t('payment.links.invalidAmount') })
      return null
    }
    if (busy !== null) return null
    setBusy(work)
    setProblem(null)
    try {
      const reply: Reply<typeof createPaymentLink> = await call(createPaymentLink, {
        body: { ...body, amount, currency, ...(debts.length > 0 && { debts: [...debts] }) },
      })
      const isSent = body.sendEmail === true
      setLast({ amount, currency, link: reply.link, isSent })
      onCreated()
      return reply
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) redirectToSignIn()
      else onRefused(error)
      return null
    } finally {
      setBusy(null)
    }
  }
  const created = last !== null && last.amount === amount && last.currency === currency ? last : null
  return { created, busy, problem, setProblem, request }
}

type LinkProps = {
  shown: RefObject<HTMLInputElement | null>
  /** Chosen debts that the link is for. */
  debts: Reply<typeof getOpenDebts>
  onCreated(): void
}

/** A payment link from its amount to sharing it; problems use the texts of checkout, section 8. */
export function usePaymentLink({ shown, debts, onCreated }: LinkProps) {
  const { t, formatMoney } = useTranslation()
  const { settings } = useVisitor()
  const [amount, setAmount] = useState(debts.total > 0 ? formFormats.formatNumber(debts.total, 2) : '')
  const [email, setEmail] = useState('')
  const all = useCardCurrencies()
  // Chosen debts are in lira.
  const currencies = debts.items.length > 0 ? all.slice(0, 1) : all
  const [chosen, setCurrency] = useState(currencies[0] ?? lira)
  const currency = currencies.find((each) => each === chosen) ?? currencies[0] ?? lira
  const paid = readPaidAmount(amount)
  const requestedAmount = paid.ok ? paid.amount : null
  const ids = debts.items.map(({ id }) => id)
  const { created, busy, problem, setProblem, request } = useLinkRequest(requestedAmount, currency, {
    debts: ids,
    onCreated,
  })

  /** The server's text, otherwise the specification's. */
  const reportProblem = (fallback: string, networkMessage: string) => (error: CallError) => {
    const refusal = error.code === 'internal' ? fallback : error.message
    setProblem({ field: fieldOf(error.code), message: error.code === 'network' ? networkMessage : refusal })
  }

  return {
    amount,
    currency,
    currencies,
    email,
    created,
    busy,
    problem,
    setAmount(typed: string): void {
      setAmount(typed)
      setProblem(null)
    },
    setCurrency(next: PosCurrency): void {
      setCurrency(next)
      setProblem(null)
    },
    setEmail(typed: string): void {
      setEmail(typed)
      setProblem(null)
    },
    async create(): Promise<void> {
      const onRefused = reportProblem(t('payment.links.notCreated'), t('payment.links.createFailed'))
      const result = await request('create', {}, onRefused)
      if (result === null) return
      notify.success(result.message, { id: 'payment-link' })
      shown.current?.focus()
    },
    async copy(): Promise<void> {
      if (created === null) return setProblem({ field: null, message: t('payment.links.createFirst') })
      if (await copyText(created.link, shown.current)) notify.success(t('payment.links.copied'), { id: 'payment-link' })
    },
    async mail(): Promise<void> {
      const address = email.trim()
      if (address === '') return setProblem({ field: 'email', message: t('payment.links.needEmail') })
      const onRefused = reportProblem(t('payment.links.notMailed'), t('payment.links.mailFailed'))
      // Sends the link created for this amount; after that, sending creates another.
      const existingLink = created === null || created.isSent ? {} : { link: created.link }
      const result = await request('mail', { email: address, sendEmail: true, ...existingLink }, onRefused)
      if (result !== null) notify.success(result.message, { id: 'payment-link' })
    },
    async share(): Promise<void> {
      // A window opened after the response would be blocked.
      const newWindow = created === null && requestedAmount !== null ? window.open('', '_blank') : null
      const link = created?.link ?? (await request('share', {}, reportShareProblem))?.link
      if (link === undefined) return newWindow?.close()
      const text = t('payment.links.message', {
        payee: settings.storeName,
        amount: formatMoney(requestedAmount ?? 0, currency),
        link,
      })
      const address = `https://wa.me/?text=${encodeURIComponent(text)}`
      if (newWindow === null) return void window.open(address, '_blank', 'noopener')
      newWindow.opener = null
      newWindow.location.href = address
    },
  }

  function reportShareProblem(error: CallError): void {
    const isNetworkError = error.code === 'network'
    void showAlert({
      text: t(isNetworkError ? 'payment.links.shareFailed' : 'payment.links.notCreated'),
      ...(isNetworkError || error.code === 'internal' ? {} : { facts: error.message }),
    })
  }
}
