import * as z from 'zod/mini'
import { posCurrencies } from '#domain/payments/pos-adapters.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { longRowNumber, longRowParams } from '#contract/core/row-id.ts'
import { paidDebtsMax } from './statement.ts'

export const linkStates = ['open', 'paid', 'expired', 'cancelled', 'locked'] as const
export type LinkState = (typeof linkStates)[number]

/** A link to pay into the dealer's account (checkout, section 7); setting b2b_cari_odeme_baglantisi. */
export const createPaymentLink = endpoint({
  method: 'POST',
  path: '/api/payment-link',
  access: 'dealer',
  needs: ['order', 'pay'],
  summary: 'Creates a payment link and sends it by email if requested',
  body: z.strictObject({
    /** A number, or digits with up to two decimals as typed. */
    amount: z.union([z.number(), z.string().check(z.maxLength(30))]),
    /** Of the account that the payment is credited to; by default lira. */
    currency: z.optional(z.enum(posCurrencies)),
    email: z.optional(z.string().check(z.maxLength(254))),
    sendEmail: z.optional(z.boolean()),
    /**
     * Address of the user's own open link with this amount: with `sendEmail` it is sent, once, and no new link is
     * created.
     */
    link: z.optional(z.string().check(z.maxLength(300))),
    /** Movements of the account that the link is for. */
    debts: z.optional(z.array(longRowNumber).check(z.maxLength(paidDebtsMax))),
  }),
  reply: z.object({ success: z.literal(true), message: z.string(), link: z.string() }),
  errors: [
    'payment_links_off',
    'card_payment_off',
    'amount_invalid',
    'email_required',
    'email_invalid',
    'mail_server_missing',
    'link_closed',
    'too_many_requests',
    'debts_changed',
  ],
})

/** What the holder of a link sees: payee, dealer and amount. */
export const getPaymentLink = endpoint({
  method: 'GET',
  path: '/api/payment-link/:token',
  access: 'guest',
  summary: 'Payee, dealer and amount of a payment link',
  params: z.object({ token: z.string().check(z.maxLength(100)) }),
  reply: z.object({
    payee: z.object({ name: z.string(), logo: z.nullable(z.string()), phone: z.string() }),
    /** The dealer whose account receives the payment. The payer knows the dealer, and the email names it too. */
    dealer: z.string(),
    amount: z.number(),
    currency: z.enum(posCurrencies),
    state: z.enum(linkStates),
    expiresAt: z.string(),
    /** An attempt of this link may have taken money; the bank's answer is outstanding. */
    isPending: z.boolean(),
  }),
  errors: ['link_not_found'],
})

export const paymentLink = z.object({
  id: z.number(),
  amount: z.number(),
  currency: z.string(),
  email: z.string(),
  state: z.enum(linkStates),
  createdAt: z.string(),
  expiresAt: z.string(),
  paidAt: z.nullable(z.string()),
  creator: z.string(),
})
export type PaymentLink = z.output<typeof paymentLink>

export const listPaymentLinks = endpoint({
  method: 'GET',
  path: '/api/payment-links',
  access: 'dealer',
  needs: ['pay'],
  summary: 'The newest payment links of the visitor’s dealer',
  reply: z.object({ items: z.array(paymentLink) }),
  errors: [],
})

export const cancelPaymentLink = endpoint({
  method: 'DELETE',
  path: '/api/payment-links/:id',
  access: 'dealer',
  needs: ['order', 'pay'],
  summary: 'Cancels a payment link that has not been paid',
  params: longRowParams,
  reply: z.object({ success: z.literal(true) }),
  errors: ['link_not_found', 'link_closed', 'payment_pending'],
})
