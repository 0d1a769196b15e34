import { posCurrencies } from '#domain/payments/pos-adapters.ts'
import { kurusOf } from '#server/payments/gateways/bank-amount.ts'
import { readFields } from '#server/payments/gateways/callback-fields.ts'
import type {
  Adapter,
  BankHttp,
  Callback,
  CallbackResult,
  Card,
  Charge,
  Outcome,
  PosTerms,
  Proof,
  Started,
} from '#server/payments/gateways/gateway.ts'
import {
  passwordOf,
  postXml,
  provisionOutcome,
  vposCurrency,
  vposInstallment,
} from '#server/payments/gateways/kuveytturk/vpos-api.ts'
import { passwordHash } from '#server/payments/gateways/kuveytturk/vpos-hash.ts'
import { startedOf } from '#server/payments/gateways/kuveytturk/vpos-page.ts'
import { returnProblem, vposCard, vposPages, vposTerms } from '#server/payments/gateways/kuveytturk/vpos-return.ts'
import { messageRoot, signedAccount, vakifkatilimOperations, vakifkatilimServer } from './vakifkatilim-api.ts'
import { listTransactions } from './vakifkatilim-list.ts'

/**
 * Vakıf Katılım (VirtualPOS.Gateway, 1.0.0), 3-D model: like Kuveyt Türk's protocol, with other messages for voids,
 * refunds and inquiries, and a callback of plain fields.
 */
export const vakifkatilim: Adapter = {
  ...vposTerms,
  /** `api`: replaces the address of VirtualPOS.Gateway (…/Home), which is also that of tests. */
  optional: ['api'],
  currencies: posCurrencies,
  hasList: true,
  open(terms, http) {
    return {
      ...vposPages,
      start: (charge, card) => start(terms, http, charge, card),
      readCallback: (callback, charge) => readCallback(terms, callback, charge),
      capture: (charge, proof) => capture(terms, http, charge, proof),
      ...vakifkatilimOperations(terms, http),
      transactions: (day) => listTransactions(terms, http, day),
    }
  },
}

async function start(terms: PosTerms, http: BankHttp, charge: Charge, card: Card | null): Promise<Started> {
  const url = charge.callbackUrl
  const answer = await postXml(http, `${vakifkatilimServer(terms)}/ThreeDModelPayGate`, messageRoot, {
    ...saleOf(terms, charge),
    HashPassword: passwordHash(passwordOf(terms)),
    DisplayAmount: kurusOf(charge.amount),
    CardHolderName: card?.holder ?? '',
    ...vposCard(card),
    OkUrl: url,
    FailUrl: url,
  })
  return startedOf(answer, charge, (fields) => ({
    code: fields.get('ResponseCode') ?? '',
    text: fields.get('ResponseMessage') ?? '',
  }))
}

/** The fields that start and provision have in common; 3 = with 3-D Secure. */
function saleOf(terms: PosTerms, charge: Charge) {
  const amount = kurusOf(charge.amount)
  const urls = { okUrl: charge.callbackUrl, failUrl: charge.callbackUrl }
  return {
    ...signedAccount(terms, { orderId: charge.reference, amount, ...urls }),
    APIVersion: '1.0.0',
    TransactionSecurity: '3',
    InstallmentCount: vposInstallment(charge),
    Amount: amount,
    FECCurrencyCode: vposCurrency(charge),
    MerchantOrderId: charge.reference,
    PaymentType: '1',
  }
}

/** The callback contains neither amount nor currency nor installments: the capture sends the stored ones. */
function readCallback(terms: PosTerms, callback: Callback, charge: Charge): CallbackResult {
  const fields = readFields(callback.fields)
  if (fields === null) return { kind: 'forged', reason: 'fields' }
  const of = (name: string) => fields.get(name) ?? ''
  const problem = returnProblem(of, terms, charge)
  if (problem !== null) return problem
  return of('MD') === '' ? { kind: 'forged', reason: 'MD' } : { kind: 'authenticated', proof: { md: of('MD') } }
}

async function capture(terms: PosTerms, http: BankHttp, charge: Charge, proof: Proof): Promise<Outcome> {
  const url = charge.callbackUrl
  const md = { Key: 'MD', Data: proof['md'] ?? '' }
  const answer = await postXml(http, `${vakifkatilimServer(terms)}/ThreeDModelProvisionGate`, messageRoot, {
    ...saleOf(terms, charge),
    OkUrl: url,
    FailUrl: url,
    AdditionalData: { AdditionalDataList: { VPosAdditionalData: md } },
  })
  return provisionOutcome(answer, charge, passwordOf(terms))
}
