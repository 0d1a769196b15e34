import { cardLength } from '#domain/payments/card.ts'
import { passesLuhn } from '#domain/payments/luhn.ts'
import type { SandboxFault } from './faults.ts'

/** A card number prefix that no bank uses. The sandbox accepts only these, so that real cards cannot be entered. */
export type DemoBin = {
  bin: string
  bank: string
  bankCode: string
  scheme: 'VISA' | 'MASTERCARD' | 'TROY' | 'AMEX'
  type: 'credit' | 'debit' | 'prepaid'
  family: string | null
  isCommercial: boolean
  /** Whether the shop's table of BINs lists it; foreign cards are not listed. */
  isKnown: boolean
}

const arti = { bank: 'Demo Bankası', bankCode: '9901', family: 'Artı', isCommercial: false, isKnown: true } as const
export const demoBins = {
  arti: { ...arti, bin: '499990', scheme: 'VISA', type: 'credit' },
  commercial: { ...arti, bin: '526599', scheme: 'MASTERCARD', type: 'credit', isCommercial: true },
  amex: { ...arti, bin: '379999', scheme: 'AMEX', type: 'credit' },
  debit: { ...arti, bin: '499991', scheme: 'VISA', type: 'debit', family: null },
  prepaid: { ...arti, bin: '499992', scheme: 'VISA', type: 'prepaid', family: null },
  kule: {
    ...arti,
    bin: '979299',
    scheme: 'TROY',
    type: 'credit',
    bank: 'Örnek Bank',
    bankCode: '9902',
    family: 'Kule',
  },
  pusula: {
    ...arti,
    bin: '499995',
    scheme: 'VISA',
    type: 'credit',
    bank: 'Deneme Katılım',
    bankCode: '9903',
    family: 'Pusula',
  },
  cuzdan: {
    ...arti,
    bin: '499996',
    scheme: 'VISA',
    type: 'credit',
    bank: 'Cüzdan Bank',
    bankCode: '9905',
    family: 'Yıldız',
  },
  foreign: {
    ...arti,
    bin: '499993',
    scheme: 'VISA',
    type: 'credit',
    bank: 'Foreign Demo Bank',
    bankCode: '9904',
    family: null,
    isKnown: false,
  },
} as const satisfies Record<string, DemoBin>
export type DemoBinName = keyof typeof demoBins

const bins = new Map<string, DemoBin>(Object.values(demoBins).map((demo) => [demo.bin, demo]))
export const demoBinOf = (number: string): DemoBin | undefined => bins.get(number.slice(0, 6))

/** What a card does, selected by its last four digits. Cards with any other ending pay after the SMS code. */
export type CardBehavior = {
  /** Its text is `sandbox.behaviors.<name>`; all declines share one name and use the text of their code. */
  name: string
  /** The bank's result code, instead of 00. */
  code?: string
  /** The result of the authentication, which then needs no page. */
  mdStatus?: string
  faults?: readonly SandboxFault[]
}

/** Decline codes (payments, section 5). */
export const declineCodes = [
  '01',
  '02',
  '03',
  '04',
  '05',
  '07',
  '09',
  '12',
  '13',
  '14',
  '30',
  '34',
  '41',
  '43',
  '51',
  '54',
  '57',
  '58',
  '61',
  '62',
  '65',
  '82',
  '91',
  '92',
  '93',
  '96',
  '99',
] as const

const lostAnswer: SandboxFault = 'auth_cut_after'

export const cardBehaviors: Readonly<Record<string, CardBehavior>> = {
  '0000': { name: 'pays' },
  ...Object.fromEntries(declineCodes.map((code) => [`00${code}`, { name: 'declined', code }])),
  '1000': { name: 'frictionless', mdStatus: '1' },
  '1210': { name: 'no_installments' },
  ...Object.fromEntries(['2', '3', '4'].map((mdStatus) => [`110${mdStatus}`, { name: 'half', mdStatus }])),
  ...Object.fromEntries(
    ['0', '5', '6', '7', '8', '9'].map((mdStatus) => [`110${mdStatus}`, { name: 'fails', mdStatus }]),
  ),
  '1201': { name: 'auth_silent_before', faults: ['auth_silent_before'] },
  '1202': { name: 'auth_silent_after', faults: ['auth_silent_after'] },
  '1203': { name: 'auth_cut_before', faults: ['auth_cut_before'] },
  '1204': { name: 'auth_cut_after', faults: ['auth_cut_after'] },
  '1205': { name: 'auth_500_before', faults: ['auth_500_before'] },
  '1206': { name: 'auth_500_after', faults: ['auth_500_after'] },
  '1207': { name: 'auth_slow', faults: ['auth_slow'] },
  '1208': { name: 'auth_latin5', faults: ['auth_latin5'] },
  '1209': { name: 'auth_garbled_after', faults: ['auth_garbled_after'] },
  '1211': { name: 'auth_html_after', faults: ['auth_html_after'] },
  '1301': { name: 'callback_twice', faults: ['callback_twice'] },
  '1302': { name: 'callback_five', faults: ['callback_five'] },
  '1303': { name: 'callback_late', faults: ['callback_late'] },
  '1304': { name: 'callback_wrong_hash', faults: ['callback_wrong_hash'] },
  '1305': { name: 'callback_no_hash', faults: ['callback_no_hash'] },
  '1306': { name: 'callback_missing', faults: ['callback_missing'] },
  '1307': { name: 'callback_latin5', faults: ['callback_latin5'] },
  '1310': { name: 'callback_amount', faults: ['callback_amount'] },
  '1311': { name: 'callback_oid', faults: ['callback_oid'] },
  '1312': { name: 'callback_installment', faults: ['callback_installment'] },
  '1313': { name: 'callback_clientid', faults: ['callback_clientid'] },
  '1314': { name: 'callback_currency', faults: ['callback_currency'] },
  '1315': { name: 'callback_mdstatus', mdStatus: '0', faults: ['callback_mdstatus'] },
  '1316': { name: 'callback_md', faults: ['callback_md'] },
  '1317': { name: 'callback_foreign', faults: ['callback_foreign'] },
  '1401': { name: 'query_pending', faults: [lostAnswer, 'query_pending'] },
  '1402': { name: 'query_pending_nothing', faults: ['auth_cut_before', 'query_pending'] },
  '1403': { name: 'query_unknown', faults: [lostAnswer, 'query_unknown'] },
  '1404': { name: 'query_cut', faults: [lostAnswer, 'query_cut'] },
  '1501': { name: 'void_refused', faults: ['void_refused'] },
  '1502': { name: 'refund_refused', faults: ['void_refused', 'refund_refused'] },
  '1503': { name: 'void_cut_after', faults: ['void_cut_after'] },
  '1504': { name: 'refund_cut_after', faults: ['refund_cut_after'] },
}

const paying: CardBehavior = { name: 'pays' }

/** A card's behavior, by its number or its mask. */
export function cardBehaviorOf(card: string): CardBehavior {
  return cardBehaviors[card.slice(-4)] ?? paying
}

/** The first fault of a kind (`auth_`, `callback_` …) of a card. */
export function cardFault(card: string | null, kind: string): SandboxFault | null {
  return cardBehaviorOf(card ?? '').faults?.find((fault) => fault.startsWith(kind)) ?? null
}

/**
 * A card number with this prefix and ending that passes Luhn. `serial`, below 10 ** (digits between − 1), varies the
 * number.
 */
export function demoCardNumber(bin: string, last4: string, serial = 0): string {
  const between = cardLength(bin) - bin.length - last4.length
  const head = bin + String(serial).padStart(between - 1, '0')
  const numbers = Array.from({ length: 10 }, (_, digit) => `${head}${digit}${last4}`)
  return numbers.find(passesLuhn) ?? ''
}
