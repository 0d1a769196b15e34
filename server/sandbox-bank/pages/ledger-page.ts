import { maskedCardNumber } from '#domain/payments/card.ts'
import { formatsOf } from '#domain/text/format.ts'
import { translate } from '#server/platform/http/words.ts'
import { type BankPage, html } from './bank-page.ts'
import type { Ledger } from '#server/sandbox-bank/ledger.ts'
import { bankNameOf } from '#server/sandbox-bank/dialects/dialects.ts'

/** The bank's books as a page. */
export function ledgerPage(ledger: Ledger, locale: 'tr' | 'en'): BankPage {
  const t = (key: string, facts?: Record<string, string | number>) => translate(locale, `sandbox.ledger.${key}`, facts)
  const time = new Intl.DateTimeFormat(locale === 'tr' ? 'tr' : 'en-GB', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: 'Europe/Istanbul',
  })
  const { formatMoney } = formatsOf(locale)
  const sums = [
    ...ledger.sums.flatMap(({ currency, captured, returned, balance }) => [
      [t('captured'), formatMoney(captured, currency)],
      [t('returned'), formatMoney(returned, currency)],
      [t('balance'), formatMoney(balance, currency)],
    ]),
    [t('declined'), String(ledger.declined)],
  ]
  const rows = ledger.orders.map(
    (
      order,
    ) => html`<tr><td class="w">${time.format(order.capturedAt)}</td><td class="w">${bankNameOf(order.clientId)}</td>
<td><code>${order.oid}</code></td><td><code>${maskedCardNumber(order.card.slice(0, 6), order.card.slice(-4))}</code></td>
<td class="n">${order.installment}</td><td class="n">${formatMoney(order.captured, order.currency)}</td>
<td class="n">${order.voided ? t('void') : formatMoney(order.refunded, order.currency)}</td><td class="n">${formatMoney(order.balance, order.currency)}</td></tr>`,
  )
  const heads = [
    t('time'),
    t('bank'),
    t('order'),
    t('card'),
    t('installment'),
    t('captured'),
    t('returned'),
    t('balance'),
  ]
  const table =
    rows.length === 0
      ? html`<p>${t('empty')}</p>`
      : html`<div class="scroll"><table><thead><tr>${heads.map((head) => html`<th>${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`
  const body = html`<header><h1>${t('title')}</h1><a href="/sandbox-bank/cards?lang=${locale}">${t('cards')}</a></header>
<p class="hint">${t('about')}</p><dl>${sums.map(([name = '', sum = '']) => html`<dt>${name}</dt><dd>${sum}</dd>`)}</dl>${table}`
  return { locale, title: t('title'), body, isWide: true }
}
