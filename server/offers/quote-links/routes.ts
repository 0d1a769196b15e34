import { refuse } from '#contract/core/errors.ts'
import { answerPublicQuote, getPublicQuote } from '#contract/shop/public-quotes.ts'
import { changeQuoteLink, getQuoteLink, linkQuote, withdrawQuoteLink } from '#contract/shop/quote-links.ts'
import { type Store, viewOf } from '#server/settings/settings.ts'
import { type Calls, type DealerContext, handle } from '#server/visitor/visitor.ts'
import { createGuessLimit } from './guess-limit.ts'
import { changeReminder, type LinkDeps, makeQuoteLink, openQuoteLink, withdrawQuote } from './make-link.ts'
import { answerQuote, readPublicQuote } from './public-quote.ts'

export type QuoteLinkDeps = LinkDeps & { store: Store; sendsEmails: boolean }

/** Public links of quotes: the dealer's calls, and those of its customers, who have no account. */
export function registerQuoteLinks(calls: Calls, deps: QuoteLinkDeps): void {
  const { pool, store, sendsEmails, now } = deps
  const seesPrices = (context: DealerContext) => viewOf(context, store.facts()).seesPrices
  const limit = createGuessLimit(now)

  handle(calls, linkQuote, ({ params, body }, context) => {
    const { actor, locale } = context
    if (!seesPrices(context)) return refuse('forbidden')
    if (body.sendEmail && !sendsEmails) return refuse('mail_server_missing')
    return makeQuoteLink(deps, { ...body, id: params.id, dealerId: actor.dealer.id, userId: actor.userId, locale })
  })

  handle(calls, getQuoteLink, ({ params }, context) =>
    seesPrices(context)
      ? openQuoteLink(deps, { id: params.id, dealerId: context.actor.dealer.id })
      : refuse('forbidden'),
  )

  handle(calls, changeQuoteLink, ({ params, body }, { actor }) =>
    changeReminder(deps, { id: params.id, dealerId: actor.dealer.id }, body.hasReminder),
  )

  handle(calls, withdrawQuoteLink, ({ params }, { actor }) =>
    withdrawQuote(deps, { id: params.id, dealerId: actor.dealer.id }),
  )

  handle(calls, getPublicQuote, ({ params }, { address }) =>
    limit(address, () => readPublicQuote({ pool, now: now() }, params.token)),
  )

  handle(calls, answerPublicQuote, ({ params, body }, { address }) =>
    limit(address, () => answerQuote({ pool, now: now() }, params.token, body)),
  )
}
