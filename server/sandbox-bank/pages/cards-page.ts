import { groupCardNumber } from '#domain/payments/card.ts'
import { translate } from '#server/platform/http/words.ts'
import { dialects } from '#server/sandbox-bank/dialects/dialects.ts'
import { type BankPage, html } from './bank-page.ts'
import { demoCode } from './challenge.ts'
import { type ListedCard, listedCards } from './listed-cards.ts'

/** Lists every demo card and what it does. */
export function cardsPage(locale: 'tr' | 'en'): BankPage {
  const t = (key: string, facts?: Record<string, string>) => translate(locale, `sandbox.cardList.${key}`, facts)
  const table = (cards: readonly ListedCard[]) =>
    html`<div class="scroll"><table><thead><tr><th>${t('number')}</th><th>${t('behavior')}</th></tr></thead><tbody>${cards.map(
      (card) =>
        html`<tr><td><code>${groupCardNumber(card.number)}</code></td><td>${behaviorText(card, locale)}</td></tr>`,
    )}</tbody></table></div>`
  const groups = Object.entries(Object.groupBy(listedCards(), ({ group }) => group))
  const accounts = Object.values(dialects).map(({ merchant, name }) => `${merchant.bank} (${name})`)
  const body = html`<header><h1>${t('title')}</h1><a href="/sandbox-bank?lang=${locale}">${t('ledger')}</a></header>
<p>${t('about', { code: demoCode })}</p><p>${t('protocols', { accounts: accounts.join(', ') })}</p>${groups.map(
    ([group, cards]) => html`<h2>${t(`group_${group}`)}</h2>${table(cards)}`,
  )}`
  return { locale, title: t('title'), body, isWide: true }
}

/** What a card does, as text; declines also show the bank's code. */
export function behaviorText({ behavior, bin }: ListedCard, locale: 'tr' | 'en'): string {
  if (bin !== undefined) return translate(locale, `sandbox.bins.${bin}`)
  if (behavior.code !== undefined) return `${behavior.code} · ${translate(locale, `sandbox.codes.${behavior.code}`)}`
  return translate(locale, `sandbox.behaviors.${behavior.name}`, { mdStatus: behavior.mdStatus ?? '' })
}
