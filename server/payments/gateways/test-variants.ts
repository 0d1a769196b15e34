import { dialects } from '#server/sandbox-bank/dialects/dialects.ts'
import { testDialectBank, type TestDialectBank } from '#server/sandbox-bank/dialects/test-dialect-bank.ts'
import { testGarantiBank } from './garanti/test-garanti-bank.ts'
import { testIyzicoBank } from './iyzico/test-iyzico-bank.ts'
import { testNestpayBank } from './nestpay/test-nestpay-bank.ts'
import { testPaytrBank } from './paytr/test-paytr-bank.ts'
import type { TestBank } from './test-bank.ts'

/** Every dialect of the sandbox bank, in each of its modes. */
export const dialectVariants = Object.values(dialects).flatMap((dialect) =>
  (['own_form', 'hosted'] as const)
    .filter((mode) => dialect.accounts[mode] !== undefined)
    .map((mode) => {
      const open = (): TestDialectBank => testDialectBank(dialect, mode)
      return [`${dialect.name} ${mode}`, open, dialect] as const
    }),
)

/** Every adapter in every mode, with a bank that speaks its protocol. */
export const variants: readonly (readonly [name: string, open: () => TestBank])[] = [
  ['nestpay 3d', () => testNestpayBank('own_form')],
  ['nestpay 3d_host', () => testNestpayBank('hosted', '3d_host')],
  ['nestpay 3d_pay_hosting', () => testNestpayBank('hosted')],
  ['garanti 3D', testGarantiBank],
  ['iyzico 3dsecure', () => testIyzicoBank('own_form')],
  ['iyzico Checkout Form', () => testIyzicoBank('hosted')],
  ['PayTR Direct API', () => testPaytrBank('own_form')],
  ['PayTR iFrame', () => testPaytrBank('hosted')],
  ...dialectVariants.map(([name, open]) => [name, open] as const),
]
