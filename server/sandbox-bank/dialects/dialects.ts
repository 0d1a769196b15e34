import type { PosAdapter } from '#domain/payments/pos-adapters.ts'
import { merchantOf } from '#server/sandbox-bank/merchants.ts'
import { akbank } from './akbank/akbank.ts'
import type { Dialect } from './dialect.ts'
import { kuveytturk } from './kuveytturk/kuveytturk.ts'
import { param } from './param/param.ts'
import { payfor } from './payfor/payfor.ts'
import { posnet } from './posnet/posnet.ts'
import { vakifkatilim } from './vakifkatilim/vakifkatilim.ts'

/** The protocols that the sandbox bank speaks besides NestPay, by the adapter that speaks them. */
export const dialects: Readonly<Partial<Record<PosAdapter, Dialect>>> = {
  posnet,
  akbank,
  payfor,
  kuveytturk,
  param,
  vakifkatilim,
}

/** The name of a merchant's bank, for the bank's pages. */
export function bankNameOf(clientId: string): string {
  const dialect = Object.values(dialects).find(({ merchant }) => merchant.clientId === clientId)
  return merchantOf(clientId)?.bank ?? dialect?.merchant.bank ?? clientId
}
