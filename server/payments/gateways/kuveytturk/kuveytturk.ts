import { posCurrencies } from '#domain/payments/pos-adapters.ts'
import { isSameAmount, isSameInstallment, kurusOf, liraOfKurus } from '#server/payments/gateways/bank-amount.ts'
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
import type { XmlMessage } from '#server/payments/gateways/xml-message.ts'
import { apiVersion, kuveytturkOperations } from './kuveytturk-soap.ts'
import {
  isSameCurrency,
  passwordOf,
  postXml,
  provisionOutcome,
  readContract,
  vposAccount,
  vposCurrency,
  vposInstallment,
} from './vpos-api.ts'
import { requestHash } from './vpos-hash.ts'
import { startedOf } from './vpos-page.ts'
import { returnProblem, vposCard, vposPages, vposTerms } from './vpos-return.ts'

const root = 'KuveytTurkVPosMessage'

/**
 * Kuveyt Türk (Sanal POS, TDV2.0.0), 3-D model: the server sends the card to the bank, whose answer is a page that leads
 * to 3-D Secure; the shop captures the money afterwards.
 */
export const kuveytturk: Adapter = {
  ...vposTerms,
  /** Replace the addresses of the account's environment: `gateway` (…/Home) and `api` (…/VirtualPosService.svc/Basic). */
  optional: ['gateway', 'api'],
  currencies: posCurrencies,
  hasList: false,
  open(terms, http, now) {
    const { api } = kuveytturkServer(terms)
    return {
      ...vposPages,
      start: (charge, card) => start(terms, http, charge, card),
      readCallback: (callback, charge) => readCallback(terms, callback, charge),
      capture: (charge, proof) => capture(terms, http, charge, proof),
      ...kuveytturkOperations(terms, http, now, api),
    }
  },
}

function kuveytturkServer({ settings, environment }: PosTerms): { gateway: string; api: string } {
  const isLive = environment === 'live'
  const pages = isLive
    ? 'https://sanalpos.kuveytturk.com.tr/ServiceGateWay/Home'
    : 'https://boatest.kuveytturk.com.tr/boa.virtualpos.services/Home'
  const host = isLive ? 'boa' : 'boatest'
  const service = `https://${host}.kuveytturk.com.tr/BOA.Integration.WCFService/BOA.Integration.VirtualPos/VirtualPosService.svc/Basic`
  return { gateway: settings['gateway'] || pages, api: settings['api'] || service }
}

/** The fields that both requests have; 3 = with 3-D Secure. */
function saleOf(terms: PosTerms, charge: Charge, urls: { okUrl?: string; failUrl?: string }) {
  const account = vposAccount(terms)
  const amount = kurusOf(charge.amount)
  const of = { merchantId: account.MerchantId, orderId: charge.reference, amount, userName: account.UserName, ...urls }
  return {
    HashData: requestHash(of, passwordOf(terms)),
    ...account,
    TransactionType: 'Sale',
    InstallmentCount: vposInstallment(charge),
    Amount: amount,
    DisplayAmount: amount,
    CurrencyCode: vposCurrency(charge),
    MerchantOrderId: charge.reference,
    TransactionSecurity: '3',
  }
}

async function start(terms: PosTerms, http: BankHttp, charge: Charge, card: Card | null): Promise<Started> {
  const url = charge.callbackUrl
  const answer = await postXml(http, `${kuveytturkServer(terms).gateway}/ThreeDModelPayGate`, root, {
    APIVersion: apiVersion,
    OkUrl: url,
    FailUrl: url,
    ...saleOf(terms, charge, { okUrl: url, failUrl: url }),
    CardHolderName: (card?.holder ?? '').slice(0, maxHolder),
    ...vposCard(card),
    DeviceData: { DeviceChannel: '02', ClientIP: ipv4Of(charge.address) },
  })
  return startedOf(answer, charge, (fields) => {
    const message = readContract(decodeResponse(fields.get('AuthenticationResponse')))
    return { code: message?.text('ResponseCode') ?? '', text: message?.text('ResponseMessage') ?? '' }
  })
}

const maxHolder = 45

/** The bank takes addresses of version 4 only. */
function ipv4Of(address: string): string {
  return /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1] ?? '127.0.0.1'
}

/** The field is URL-encoded once more than the form. Empty if it is not. */
function decodeResponse(text = ''): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return ''
  }
}

function readCallback(terms: PosTerms, callback: Callback, charge: Charge): CallbackResult {
  const message = readContract(decodeResponse(readFields(callback.fields)?.get('AuthenticationResponse')))
  if (message === null) return { kind: 'forged', reason: 'AuthenticationResponse' }
  const problem = returnProblem((name) => message.text(name), terms, charge)
  if (problem !== null) return problem
  const mismatch = findMismatch(message, terms, charge)
  return mismatch === null
    ? { kind: 'authenticated', proof: { md: message.text('MD') } }
    : { kind: 'forged', reason: mismatch }
}

/** The signature covers none of these. The capture sends the stored ones, and the callback must match them. */
function findMismatch(message: XmlMessage, terms: PosTerms, charge: Charge): string | null {
  const of = (name: string) => message.text('VPosMessage', name)
  const { MerchantId: merchantId } = vposAccount(terms)
  if (of('MerchantId') !== merchantId) return 'MerchantId'
  if (of('MerchantOrderId') !== charge.reference) return 'VPosMessage.MerchantOrderId'
  if (!isSameAmount(liraOfKurus(of('Amount')), charge.amount)) return 'Amount'
  if (!isSameCurrency(of('CurrencyCode'), charge)) return 'CurrencyCode'
  if (of('InstallmentCount') === '' || !isSameInstallment(of('InstallmentCount'), charge.installment))
    return 'InstallmentCount'
  return message.text('MD') === '' ? 'MD' : null
}

async function capture(terms: PosTerms, http: BankHttp, charge: Charge, proof: Proof): Promise<Outcome> {
  const answer = await postXml(http, `${kuveytturkServer(terms).gateway}/ThreeDModelProvisionGate`, root, {
    APIVersion: apiVersion,
    ...saleOf(terms, charge, {}),
    CustomerIPAddress: charge.address,
    KuveytTurkVPosAdditionalData: { AdditionalData: { Key: 'MD', Data: proof['md'] ?? '' } },
  })
  return provisionOutcome(answer, charge, passwordOf(terms))
}
