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

const akbankAt = (suffix: string): PosAddresses => ({
  gateway: `https://virtualpospaymentgateway${suffix}.akbank.com/securepay`,
  api: `https://api${suffix}.akbank.com/api/v1/payment/virtualpos`,
})

const garantiAt = (host: string): PosAddresses => ({
  gateway: `https://${host}.garantibbva.com.tr/servlet/gt3dengine`,
  api: `https://${host}.garantibbva.com.tr/VPServlet`,
})

const posnetAt = (host: string): PosAddresses => ({
  gateway: `https://${host}/3DSWebService/YKBPaymentService`,
  api: `https://${host}/PosnetWebService/XML`,
})

const payforAt = (folder: string): PosAddresses => ({
  gateway: `https://${folder}/Default.aspx`,
  api: `https://${folder}/XMLGate.aspx`,
})

const kuveytturkAt = (gateway: string, host: string): PosAddresses => ({
  gateway,
  api: `https://${host}.kuveytturk.com.tr/BOA.Integration.WCFService/BOA.Integration.VirtualPos/VirtualPosService.svc/Basic`,
})

/**
 * Banks and payment companies with the addresses that their integration documents name. An address is a proposal: the
 * contract's own takes precedence, and administrators may change it.
 */
export const posBanks: readonly PosBank[] = [
  {
    code: 'akbank',
    name: 'Akbank',
    bankCode: '0046',
    adapter: 'akbank',
    families: ['Axess', 'Wings'],
    live: akbankAt(''),
    test: akbankAt('pre'),
  },
  nestpay('akbank-nestpay', 'Akbank (NestPay)', '0046', 'www.sanalakpos.com', ['Axess']),
  nestpay('anadolubank', 'Anadolubank', '0135', 'anadolusanalpos.est.com.tr'),
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
    code: 'kuveytturk',
    name: 'Kuveyt Türk',
    bankCode: '0205',
    adapter: 'kuveytturk',
    families: ['SağlamKart'],
    live: kuveytturkAt('https://sanalpos.kuveytturk.com.tr/ServiceGateWay/Home', 'boa'),
    test: kuveytturkAt('https://boatest.kuveytturk.com.tr/boa.virtualpos.services/Home', 'boatest'),
  },
  {
    code: 'param',
    name: 'Param',
    bankCode: '',
    adapter: 'param',
    families: [],
    live: { api: 'https://posws.param.com.tr/turkpos.ws/service_turkpos_prod.asmx' },
    test: { api: 'https://testposws.param.com.tr/turkpos.ws/service_turkpos_prod.asmx' },
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
  {
    code: 'qnb',
    name: 'QNB',
    bankCode: '0111',
    adapter: 'payfor',
    families: ['CardFinans'],
    live: payforAt('vpos.qnbfinansbank.com/Gateway'),
    test: payforAt('vpostest.qnbfinansbank.com/Gateway'),
  },
  nestpay('sekerbank', 'Şekerbank', '0059', 'sanalpos.sekerbank.com.tr'),
  nestpay('teb', 'TEB', '0032', 'sanalpos.teb.com.tr'),
  nestpay('turkiyefinans', 'Türkiye Finans', '0206', 'sanalpos.turkiyefinans.com.tr'),
  {
    code: 'vakifkatilim',
    name: 'Vakıf Katılım',
    bankCode: '0210',
    adapter: 'vakifkatilim',
    families: [],
    // The bank's documents name no test system; ask for it.
    live: { api: 'https://boa.vakifkatilim.com.tr/VirtualPOS.Gateway/Home' },
    test: { api: 'https://boa.vakifkatilim.com.tr/VirtualPOS.Gateway/Home' },
  },
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
  {
    code: 'ziraatkatilim',
    name: 'Ziraat Katılım',
    bankCode: '0209',
    adapter: 'payfor',
    families: [],
    live: payforAt('vpos.ziraatkatilim.com.tr/Mpi'),
    test: payforAt('payfortestziraatkatilim.cordisnetwork.com/Mpi'),
  },
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
  const bank = posBanks.find((each) => each.adapter === adapter && each.bankCode === bankCode)
  const next = bank === undefined ? null : addressesOf(bank, to)
  if (bank === undefined || next === null) return settings
  const isOwn = (['live', 'test'] as const).some((environment) => {
    const own = bank[environment]
    return settings['api'] === own.api && settings['gateway'] === own.gateway
  })
  return isOwn ? { ...settings, ...next } : settings
}
