import { expect, test } from 'vitest'
import tr from '#locales/tr.json' with { type: 'json' }
import { profileName } from './invoice-words.ts'

const names: Record<string, string> = tr.invoices.profiles
const t = (key: string) => names[key.replace('invoices.profiles.', '')] ?? key

test.each([
  ['TICARIFATURA', 'Ticari fatura'],
  ['TEMELFATURA', 'Temel fatura'],
  ['EARSIVFATURA', 'e-Arşiv fatura'],
  ['YENIFATURA', 'YENIFATURA'],
])('%s is shown as %s', (code, name) => {
  expect(profileName(t, code)).toBe(name)
})
