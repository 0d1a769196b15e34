import type { PosAdapter } from './pos-adapters.ts'

/** Addresses of a bank's gateway, by the names of the protocol's settings. */
export type PosAddresses = Readonly<{ gateway?: string; api: string }>

/** A bank or payment company whose protocol the shop has. */
export type PosBank = {
  /** Suggested as the account's code. */
  code: string
  name: string
  /** EFT code, for the bank's own cards; '' for payment companies. */
  bankCode: string
  adapter: PosAdapter
  /** Card programs that it takes in installments. */
  families: readonly string[]
  live: PosAddresses
  test: PosAddresses
}

/** Asseco's test system, which its banks share. */
const nestpayTest: PosAddresses = {
  gateway: 'https://entegrasyon.asseco-see.com.tr/fim/est3Dgate',
  api: 'https://entegrasyon.asseco-see.com.tr/fim/api',
}

const nestpay = (
  code: string,
  name: string,
  bankCode: string,
  host: string,
  families: readonly string[] = [],
): PosBank => {
  const live = { gateway: `https://${host}/fim/est3Dgate`, api: `https://${host}/fim/api` }
  return { code, name, bankCode, adapter: 'nestpay', families, live, test: nestpayTest }
}

const garantiAt = (host: string): PosAddresses => ({
  gateway: `https://${host}.garantibbva.com.tr/servlet/gt3dengine`,
  api: `https://${host}.garantibbva.com.tr/VPServlet`,
})

const payflexAt = (page: string, server: string): PosAddresses => ({
  gateway: `https://${page}.vakifbank.com.tr/CommonPayment`,
  api: `https://${server}.vakifbank.com.tr:4443`,
})

/** A company of the CCPayment platform. */
const ccpayment = (code: string, name: string, live: string, test: string): PosBank => {
  const at = (host: string): PosAddresses => ({ api: `https://${host}/ccpayment` })
  return { code, name, bankCode: '', adapter: 'ccpayment', families: [], live: at(live), test: at(test) }
}

const posnetAt = (host: string): PosAddresses => ({
  gateway: `https://${host}/3DSWebService/YKBPaymentService`,
  api: `https://${host}/PosnetWebService/XML`,
})

/**
 * Banks and payment companies with the addresses that their integration documents name. An address is a proposal: the
 * contract's own takes precedence, and administrators may change it.
 */
export const posBanks: readonly PosBank[] = [
  nestpay('akbank', 'Akbank (NestPay)', '0046', 'www.sanalakpos.com', ['Axess']),
  nestpay('anadolubank', 'Anadolubank', '0135', 'anadolusanalpos.est.com.tr'),
  {
    code: 'craftgate',
    name: 'Craftgate',
    bankCode: '',
    adapter: 'craftgate',
    families: [],
    live: { api: 'https://api.craftgate.io' },
    test: { api: 'https://sandbox-api.craftgate.io' },
  },
  {
    code: 'garanti',
    name: 'Garanti BBVA',
    bankCode: '0062',
    adapter: 'garanti',
    families: ['Bonus'],
    live: garantiAt('sanalposprov'),
    test: garantiAt('sanalposprovtest'),
  },
  nestpay('halkbank', 'Halkbank', '0012', 'sanalpos.halkbank.com.tr', ['Paraf']),
  nestpay('ing', 'ING', '0099', 'sanalpos.ingbank.com.tr'),
  nestpay('isbank', 'İş Bankası', '0064', 'sanalpos.isbank.com.tr', ['Maximum']),
  {
    code: 'iyzico',
    name: 'iyzico',
    bankCode: '',
    adapter: 'iyzico',
    families: [],
    live: { api: 'https://api.iyzipay.com' },
    test: { api: 'https://sandbox-api.iyzipay.com' },
  },
  {
    code: 'paytr',
    name: 'PayTR',
    bankCode: '',
    adapter: 'paytr',
    families: [],
    // The account's environment is part of the message, not of the address.
    live: { api: 'https://www.paytr.com' },
    test: { api: 'https://www.paytr.com' },
  },
  ccpayment('qnbpay', 'QNBpay', 'portal.qnbpay.com.tr', 'test.qnbpay.com.tr'),
  ccpayment('sipay', 'Sipay', 'app.sipay.com.tr', 'provisioning.sipay.com.tr'),
  nestpay('sekerbank', 'Şekerbank', '0059', 'sanalpos.sekerbank.com.tr'),
  nestpay('teb', 'TEB', '0032', 'sanalpos.teb.com.tr'),
  nestpay('turkiyefinans', 'Türkiye Finans', '0206', 'sanalpos.turkiyefinans.com.tr'),
  {
    code: 'vakifbank',
    name: 'VakıfBank',
    bankCode: '0015',
    adapter: 'payflex',
    families: ['World'],
    live: payflexAt('cpweb', 'onlineodeme'),
    test: payflexAt('cptest', 'onlineodemetest'),
  },
  ccpayment('vepara', 'Vepara', 'app.vepara.com.tr', 'test.vepara.com.tr'),
  {
    code: 'yapikredi',
    name: 'Yapı Kredi',
    bankCode: '0067',
    adapter: 'posnet',
    families: ['World'],
    live: posnetAt('posnet.yapikredi.com.tr'),
    test: posnetAt('setmpos.ykb.com'),
  },
  nestpay('ziraat', 'Ziraat Bankası', '0010', 'sanalpos2.ziraatbank.com.tr'),
]

/** The bank's addresses for an environment. The sandbox's are paths of the shop, which no bank has. */
export function addressesOf(bank: PosBank, environment: 'sandbox' | 'test' | 'live'): PosAddresses | null {
  return environment === 'sandbox' ? null : bank[environment]
}

/**
 * Settings after the environment changed: addresses that are the bank's own become those of the new environment; others,
 * which somebody typed, stay. `bankCode` tells banks with one test system apart.
 */
export function movedSettings(
  settings: Readonly<Record<string, string>>,
  { adapter, bankCode }: Pick<PosBank, 'adapter' | 'bankCode'>,
  to: 'sandbox' | 'test' | 'live',
): Readonly<Record<string, string>> {
  const banks = posBanks.filter((each) => each.adapter === adapter && each.bankCode === bankCode)
  const bank = banks.find(({ live, test }) =>
    [live, test].some((own) => settings['api'] === own.api && settings['gateway'] === own.gateway),
  )
  const next = bank === undefined ? null : addressesOf(bank, to)
  return next === null ? settings : { ...settings, ...next }
}
