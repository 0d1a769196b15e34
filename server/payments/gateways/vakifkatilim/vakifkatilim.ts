import { kurusOf } from '#server/payments/gateways/bank-amount.ts'
import { bankText, readFields } from '#server/payments/gateways/callback-fields.ts'
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
  isSignedAnswer,
  passwordOf,
  postXml,
  provisionOutcome,
  reasonOf,
  vposCurrency,
  vposInstallment,
} from '#server/payments/gateways/kuveytturk/vpos-api.ts'
import { passwordHash } from '#server/payments/gateways/kuveytturk/vpos-hash.ts'
import { startedOf } from '#server/payments/gateways/kuveytturk/vpos-page.ts'
import { messageRoot, signedAccount, vakifkatilimOperations, vakifkatilimServer } from './vakifkatilim-api.ts'
import { listTransactions } from './vakifkatilim-list.ts'

/**
 * Vakıf Katılım (VirtualPOS.Gateway, 1.0.0), 3-D model: like Kuveyt Türk's protocol, with other messages for voids,
 * refunds and inquiries, and a callback of plain fields.
 */
export const vakifkatilim: Adapter = {
  /**
   * - `merchantId`: mağaza numarası
   * - `customerId`: the merchant's customer number at the bank
   * - `name`: a user with the role API
   */
  settings: ['merchantId', 'customerId', 'name'],
  /** `api`: replaces the address of VirtualPOS.Gateway (…/Home), which is also that of tests. */
  optional: ['api'],
  secrets: ['password'],
  identity: ['merchantId', 'customerId'],
  modes: ['own_form'],
  hasList: true,
  open(terms, http) {
    return {
      takesMoneyItself: false,
      // The page leads to the 3-D server of the card's scheme or bank, which can be any.
      origins: ['https:'],
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
    CardNumber: card?.number ?? '',
    CardExpireDateYear: card?.year ?? '',
    CardExpireDateMonth: card?.month ?? '',
    CardCVV2: card?.cvc ?? '',
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
  const [code, text] = [of('ResponseCode'), bankText(of('ResponseMessage'))]
  if (of('HashData') === '') return { kind: 'forged', reason: `not signed: ${reasonOf(code, text)}` }
  if (!isSignedAnswer(of, passwordOf(terms))) return { kind: 'forged', reason: 'HashData' }
  if (of('MerchantOrderId') !== charge.reference) return { kind: 'forged', reason: 'MerchantOrderId' }
  // The signed values are joined without a separator. Only the answer to a provision has an RRN.
  if (of('RRN') !== '' || !/^\d+$/.test(of('OrderId'))) return { kind: 'forged', reason: 'RRN' }
  if (code !== '00') return { kind: 'declined', code: `3D-${code}`, text }
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
