import { maskedCardNumber } from '#domain/payments/card.ts'
import { formatsOf } from '#domain/text/format.ts'
import { translate } from '#server/platform/http/words.ts'
import { type BankPage, type Html, html } from './bank-page.ts'
import type { Return } from '#server/sandbox-bank/callback.ts'
import { demoCode } from './challenge.ts'
import { bankNameOf } from '#server/sandbox-bank/dialects/dialects.ts'
import type { BankSession } from '#server/sandbox-bank/queries.ts'

const payPath = (id: string) => `/sandbox-bank/3d/${id}`

/** Seconds by which a late return is delayed while the browser waits. */
const lateReturn = 20

function heading(session: BankSession): Html {
  const t = (key: string) => translate(session.lang, `sandbox.page.${key}`)
  const bank = bankNameOf(session.client_id)
  return html`<header><h1>${bank}</h1><small>${t('secure')}</small></header>`
}

function facts({ lang, amount, currency, installment, card }: BankSession, shop: string): Html {
  const t = (key: string, values?: Record<string, number>) => translate(lang, `sandbox.page.${key}`, values)
  const plan = installment === 1 ? t('single') : t('installments', { count: installment })
  const rows = [
    [t('shop'), shop],
    [t('amount'), formatsOf(lang).formatMoney(amount, currency)],
    [t('plan'), plan],
    ...(card === null ? [] : [[t('card'), maskedCardNumber(card.slice(0, 6), card.slice(-4))]]),
  ]
  return html`<dl>${rows.map(([name = '', value = '']) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}

function problem({ lang }: BankSession, notice: string | null): Html {
  if (notice === null) return html``
  const tone = ['sent', 'no_more_codes'].includes(notice) ? 'hint' : 'bad'
  return html`<p class="${tone}" role="alert">${translate(lang, `sandbox.page.${notice}`)}</p>`
}

/** The page with the SMS code. It fits into 390 × 400 and 600 × 400. */
export function challengePage(session: BankSession, { shop, notice, now }: PageFacts): BankPage {
  const t = (key: string, values?: Record<string, string>) => translate(session.lang, `sandbox.page.${key}`, values)
  const secondsLeft = Math.max(0, Math.ceil((session.expires_at.getTime() - now.getTime()) / 1000))
  const clock = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
  const body = html`${heading(session)}${facts(session, shop)}
<form method="post" action="${payPath(session.id)}">${problem(session, notice)}
<label for="code">${t('code')}</label>
<input class="code" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" autofocus>
<button class="main" name="action" value="code">${t('confirm')}</button>
<p class="row"><button name="action" value="resend">${t('resend')}</button><button name="action" value="cancel">${t('cancel')}</button></p>
<p class="hint">${t('left')} <time id="clock" data-left="${secondsLeft}">${clock}</time> &middot; ${t('hint', { code: demoCode })}</p></form>`
  const script = `const c=document.getElementById('clock');let s=Number(c.dataset.left);
setInterval(()=>{if(s>0){s--;c.textContent=Math.floor(s/60)+':'+String(s%60).padStart(2,'0');if(s===0)location.reload()}},1000)`
  const origins = returnOrigins(session)
  return { locale: session.lang, title: t('title'), body, script, origins }
}

export type PageFacts = { shop: string; notice: string | null; now: Date }

/** The bank's own card page, in hosted mode. */
export function cardPage(session: BankSession, { shop, notice }: PageFacts): BankPage {
  const t = (key: string) => translate(session.lang, `sandbox.page.${key}`)
  const field = (name: string, label: string, attributes: Html) =>
    html`<div><label for="${name}">${label}</label><input id="${name}" name="${name}" ${attributes}></div>`
  const body = html`${heading(session)}${facts(session, shop)}
<form method="post" action="${payPath(session.id)}">${problem(session, notice)}
${field('number', t('number'), html`inputmode="numeric" autocomplete="cc-number" maxlength="23" autofocus`)}
<div class="row">${field('expiry', t('expiry'), html`inputmode="numeric" autocomplete="cc-exp" placeholder="MM/YY" maxlength="7"`)}
${field('cvc', t('cvc'), html`inputmode="numeric" autocomplete="cc-csc" maxlength="4"`)}</div>
<button class="main" name="action" value="card">${t('pay')}</button>
<p class="row"><button name="action" value="cancel">${t('cancel')}</button></p>
<p class="hint"><a href="/sandbox-bank/cards" target="_blank">${t('cards')}</a></p></form>`
  return { locale: session.lang, title: t('title'), body, origins: returnOrigins(session) }
}

/**
 * Returns the browser to the shop by a form that submits itself, as often and as late as the session's faults require.
 */
export function returnPage(session: BankSession, back: Return): BankPage {
  const t = (key: string) => translate(session.lang, `sandbox.page.${key}`)
  const { url, fields, times, isLate, encoding } = back
  if (times === 0) {
    const body = html`${heading(session)}<p data-return="missing">${t('gone')}</p>`
    return { locale: session.lang, title: t('title'), body }
  }
  const inputs = fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
  const wait = isLate ? lateReturn : 0
  const body = html`${heading(session)}<p>${t(isLate ? 'returning_late' : 'returning')}</p>
<form id="return" method="post" action="${url}" accept-charset="${encoding}" data-times="${times}" data-wait="${wait}">${inputs}
<button class="main">${t('return')}</button></form>`
  // Copies are sent by fetch, the last one by the form itself.
  const script = `const f=document.getElementById('return');const n=Number(f.dataset.times);
const send=()=>{for(let i=1;i<n;i++)fetch(f.action,{method:'POST',mode:'no-cors',keepalive:true,body:new URLSearchParams(new FormData(f))});f.submit()};
setTimeout(send,Number(f.dataset.wait)*1000)`
  return { locale: session.lang, title: t('title'), body, script, origins: returnOrigins(session) }
}

function returnOrigins({ ok_url, fail_url }: BankSession): string[] {
  return [new URL(ok_url).origin, new URL(fail_url).origin]
}
