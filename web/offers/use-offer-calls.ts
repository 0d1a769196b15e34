import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { acceptOffer, cancelOffer, editOffer, mailOffer, type Offer } from '#contract/shop/offers.ts'
import { type OfferOrderPreview, orderOffer, previewOfferOrder } from '#contract/shop/order-offer.ts'
import { updateOfferProfit } from '#contract/shop/offer-changes.ts'
import { stateRate } from '#web/app/state-rate.ts'
import { pages } from '#contract/core/pages.ts'
import { quotePath } from '#contract/core/record-paths.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { changeActivity } from '#web/cart/cart-activity.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { type Translation, useTranslation } from '#web/ui/translation.ts'
import { priceDecimals } from '#domain/text/format.ts'
import { dateFormatsOf } from '#domain/text/format-date.ts'
import { newKey } from '#web/app/data/attempt-keys.ts'
import { type Drafts, editedLines, hasInvalid, noDrafts } from './discount-drafts.ts'

type Work = 'save' | 'accept' | 'order' | 'cancel' | 'mail' | 'edit'
type Edits = { drafts: Drafts; onDrafts(drafts: Drafts): void; hasChanges: boolean }

function useWork() {
  const [busy, setBusy] = useState<Work | null>(null)
  /** Runs one call at a time. On refusal shows an alert with the text `failed` and the server's reason below it. */
  async function run(work: Work, failed: string, act: () => Promise<unknown>): Promise<void> {
    if (busy !== null) return
    setBusy(work)
    try {
      await act()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) redirectToSignIn()
      else await showAlert({ text: failed, facts: error.message })
    } finally {
      setBusy(null)
    }
  }
  return { busy, run }
}

/** Asks for confirmation of an action; resolves with whether the user confirmed it. */
function useConfirm() {
  const { t } = useTranslation()
  return async (kind: 'accept' | 'cancel' | 'mail' | 'edit', facts: Record<string, string>): Promise<boolean> => {
    const answer = await showAlert({
      title: t(`offers.${kind}.title`),
      text: t(`offers.${kind}.text`, facts),
      actions: [{ label: t(`offers.${kind}.confirm`), value: 'yes', variant: kind === 'cancel' ? 'danger' : 'solid' }],
      close: t(kind === 'cancel' ? 'ui.keep' : 'ui.cancel'),
    })
    return answer === 'yes'
  }
}

/** Asks whether to order an offer at the total that the preview has. */
function useConfirmOrder() {
  const translation = useTranslation()
  const { t, formatMoney } = translation
  const { formatDateTime } = dateFormatsOf(translation.language)
  return async ({
    currency,
    lockedUntil,
    isLocked,
    locked,
    today,
    agreedUntil,
    changes,
  }: OfferOrderPreview): Promise<boolean> => {
    const shown = isLocked ? locked : today
    const until = lockedUntil === null ? '' : formatDateTime(new Date(lockedUntil))
    const isExpired = !isLocked && lockedUntil !== null && locked.total !== today.total
    const facts = { until, before: formatMoney(locked.total, currency), total: formatMoney(shown.total, currency) }
    const answer = await showAlert({
      title: t('offers.order.title'),
      text: t(`offers.order.${isLocked ? 'lockedText' : isExpired ? 'expiredText' : 'text'}`, facts),
      facts: [
        agreedUntil === null ? '' : t('offers.order.agreed'),
        ...changes.map((change) => changeText(change, translation)),
        shown.rates.map((note) => stateRate(note, translation)).join(' · '),
      ]
        .filter((text) => text !== '')
        .join('\n'),
      actions: [{ label: t(`offers.order.${isExpired ? 'confirmNew' : 'confirm'}`), value: 'yes', variant: 'solid' }],
      close: t('ui.cancel'),
    })
    return answer === 'yes'
  }
}

/** A line whose price or stock is no longer what the offer says. */
function changeText(change: OfferOrderPreview['changes'][number], { t, formatMoney }: Translation): string {
  const { code, name, before, currencyBefore, now, currency, isShort } = change
  const price = (value: number, of: string) => formatMoney(value, of, priceDecimals(value))
  const isSame = before === now && currencyBefore === currency
  const texts = [
    ...(isSame ? [] : [`${price(before, currencyBefore)} → ${price(now, currency)}`]),
    ...(isShort ? [t('offers.order.short')] : []),
  ]
  return `${code} ${name}: ${texts.join(' · ')}`
}

/** The calls of one offer; each reports its result in the words of the specification (section 8). */
export function useOfferCalls(offer: Offer, { drafts, onDrafts, hasChanges }: Edits) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const goTo = useNavigate()
  const { busy, run } = useWork()
  const confirm = useConfirm()
  const confirmOrder = useConfirmOrder()
  const params = { id: String(offer.id) }
  const number = offer.orderNo

  /** Only saved offers can be printed, sent or edited. */
  function isSaved(): boolean {
    if (hasChanges) notify.error(t('offers.saveFirst'), { id: 'offers' })
    return !hasChanges
  }

  async function save(): Promise<void> {
    if (hasInvalid(offer, drafts)) return notify.error(t('offers.detail.rule'), { id: 'offers' })
    await run('save', t('offers.profit.failed'), async () => {
      await call(updateOfferProfit, { body: { [offer.id]: editedLines(offer, drafts) } })
      await revalidate()
      onDrafts(noDrafts)
      notify.success(t('offers.profit.saved'), { id: 'offers' })
    })
  }
  async function accept(): Promise<void> {
    if (!isSaved() || !(await confirm('accept', { number }))) return
    await run('accept', t('offers.accept.failed'), async () => {
      await call(acceptOffer, { params })
      await revalidate()
      notify.success(t('offers.accept.done'), { id: 'offers' })
    })
  }
  /** Shows what the order costs, and after the end of the locked rates what changed; places it once confirmed. */
  async function order(): Promise<void> {
    await run('order', t('offers.order.failed'), async () => {
      const key = newKey()
      const preview = await call(previewOfferOrder, { params })
      const rates = preview.isLocked ? 'locked' : 'today'
      const { total } = preview[rates]
      if (!(await confirmOrder(preview))) return
      const placed = await call(orderOffer, { params, body: { rates, total }, headers: { 'idempotency-key': key } })
      await revalidate()
      notify.success(t('offers.order.done', { number: placed.orderNo }), { id: 'offers' })
    })
  }
  async function cancel(): Promise<void> {
    if (!(await confirm('cancel', { number }))) return
    await run('cancel', t('offers.cancel.failed'), async () => {
      await call(cancelOffer, { params, body: { cancel: true } })
      onDrafts(noDrafts)
      await revalidate()
      notify.success(t('offers.cancel.done'), { id: 'offers' })
    })
  }
  async function mail(): Promise<void> {
    if (!isSaved()) return
    const email = offer.customerEmail
    if (email !== '' && !(await confirm('mail', { number, email }))) return
    await run('mail', t('offers.mail.failed'), async () => {
      await call(mailOffer, { params })
      await revalidate()
      notify.success(t('offers.mail.done'), { id: 'offers' })
    })
  }
  async function edit(): Promise<void> {
    if (!isSaved() || !(await confirm('edit', { number }))) return
    await run('edit', t('offers.edit.failed'), async () => {
      try {
        await call(editOffer, { params })
      } catch (error) {
        const isMoveError = error instanceof CallError && /^offer_(partly|not)_moved$/.test(error.code)
        if (!isMoveError) throw error
        changeActivity(() => ({ fetching: { id: null, operation: 'addError' } }))
        const isPartial = error.code === 'offer_partly_moved'
        await showAlert({ title: t(isPartial ? 'offers.edit.partly' : 'offers.edit.failed'), text: error.message })
        if (!isPartial) return
      }
      await goTo(pages.cart)
    })
  }
  function print(): void {
    if (!isSaved()) return
    // Width and height from the specification (section 9).
    const opened = window.open(quotePath(number), '_blank', 'width=800,height=600')
    if (opened === null) notify.error(t('offers.print.blocked'), { id: 'offers' })
  }
  const start = (work: () => Promise<void>) => () => void work()
  return {
    busy,
    save: start(save),
    accept: start(accept),
    order: start(order),
    cancel: start(cancel),
    mail: start(mail),
    edit: start(edit),
    print,
  }
}
