import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/admin/audit.ts'
import en from '#locales/en.json' with { type: 'json' }
import tr from '#locales/tr.json' with { type: 'json' }
import { formatsOf } from '#domain/text/format.ts'
import { differencesOf } from './audit-values.ts'

type Words = { [key: string]: string | Words }

/** Translates like the screen: a missing text is shown as its key. */
function t(key: string, facts: Record<string, string | number> = {}): string {
  let found: string | Words | undefined = tr
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined
  return typeof found === 'string' ? found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(facts[name])) : key
}

const translation = { language: 'tr', t, ...formatsOf('tr') }

function describedValues(noun: string, after: Record<string, unknown>): (string | null)[] {
  const entry: AuditEntry = {
    id: 1,
    at: '',
    user: null,
    action: 'change',
    noun,
    nounId: 'X',
    address: '',
    before: null,
    after,
  }
  return differencesOf(translation, entry).map(({ after: value }) => value)
}

test.each([
  ['an amount, whatever it was kept as', 'payment', { amount: '1000.5' }, '₺1.000,50'],
  ['an amount of a whole number', 'dealer', { riskLimit: '250000' }, '₺250.000,00'],
  ['a rate with its own places', 'currency', { rate: '41.25000000' }, '41,25'],
  ['a number', 'campaign', { discount: 12.5 }, '12,5'],
  ['a long number', 'category', { position: 12_000 }, '12.000'],
  ['a day', 'installment_limit', { from: '2026-03-01' }, '01.03.2026'],
  ['the last day that was typed', 'campaign', { endsAt: '2026-11-27T21:00:00.000Z' }, '27.11.2026'],
  ['a moment within a day', 'campaign', { endsAt: '2026-11-27T15:30:00.000Z' }, '27.11.2026 18:30'],
  ['a moment at which something begins', 'campaign', { startsAt: '2026-11-27T21:00:00.000Z' }, '28.11.2026 00:00'],
  ['stock, which is kept as a text', 'product', { stock: '5000' }, '5.000'],
  [
    'rows of an installment table',
    'pos_account',
    { plans: { 1: '0 % · ✓', 9: '12.5 % · ≥ 1500.00 TL' } },
    'Tek çekim: %0, seçili gelir; 9 taksit: %12,5, en az ₺1.500,00',
  ],
  ['a class of cards', 'installment_limit', { cardClass: 'commercial' }, 'Ticari kartlar'],
  ['yes', 'campaign', { isActive: true }, 'Evet'],
  ['no', 'user', { canOrder: false }, 'Hayır'],
  ['a state', 'fault_report', { state: 'repaired' }, 'Onarıldı'],
  ['a kind of price rule', 'price_rule', { ruleKind: 'period_maximum' }, 'Dönemde en çok'],
  ['a kind of promotion', 'promotion', { promotionKind: 'bundle' }, 'Paket fiyat'],
  ['a role', 'user', { role: 'admin' }, 'Yönetici'],
  ['a kind of import', 'import', { kind: 'balances' }, 'Bakiyeler'],
  ['stock by warehouse', 'product', { stock: { Merkez: 1250.5 } }, 'Merkez: 1.250,5'],
  ['a mode', 'dealer', { riskMode: 'balance' }, 'Bakiyeye göre'],
  ['a code that looks like a figure', 'brand', { code: '12.50' }, '12.50'],
  ['a list of codes', 'campaign', { products: ['0012', 'A-1'] }, '0012, A-1'],
  ['a state of an order', 'order', { state: 'awaiting_approval' }, 'Onay bekliyor'],
  ['the answer to a request', 'order', { request: 'accepted' }, 'Kabul edildi'],
  ['a version that looks like a day', 'stored_card', { consent: '2026-11' }, '2026-11'],
  ['documents for an ERP', 'erp_connection', { sends: 'order refund' }, 'Siparişler, Kart iadeleri'],
  ['a changed mapping', 'erp_connection', { mapping: 'changed' }, 'değişti'],
  ['all dealers', 'announcement', { dealers: 'all' }, 'Bütün bayiler'],
  [
    'lines that have a number',
    'shipment',
    {
      lines: [
        { orderId: 7, lineNo: 1, quantity: 1200, shipped: 0 },
        { orderId: 7, lineNo: 3, quantity: 2, shipped: 1 },
      ],
    },
    '1. satır × 1.200, 3. satır × 2',
  ],
  [
    'lines that have a code',
    'order',
    { backOrders: [{ lineNo: 1, code: 'A-1', quantity: { before: 5, after: 3 } }] },
    'A-1 × 5 → 3',
  ],
  [
    'lines that have a code and a number',
    'shipment',
    { lines: [{ code: 'A-1', orderId: 7, lineNo: 1, quantity: 1200, shipped: 0 }] },
    'A-1 × 1.200',
  ],
  ['permissions of a role', 'role', { permissions: 'order orders:read' }, 'Sipariş verir, Siparişler: görür'],
  [
    'scopes of a key',
    'api_key',
    { scopes: 'catalog:read orders:ack' },
    'Ürünler ve birimler: Okuma, Siparişler ve iptaller: ERP bildirimi',
  ],
  ['accepted lines', 'return', { lines: [{ lineNo: 2, accepted: 4 }] }, '2. satır × 4'],
  ['objects without a code', 'bank_line', { parts: [{ amount: '5' }] }, '(Tutar: ₺5,00)'],
])('%s', (_, noun, after, text) => {
  expect(describedValues(noun, after)).toEqual([text])
})

test("scopes of a dealer's key have the names of the dealer's page", () => {
  expect(describedValues('api_key', { dealer: 'B1001', scopes: 'catalog:read cart:write' })).toEqual([
    'B1001',
    'Ürünleri okuma, Sepeti okuma ve değiştirme',
  ])
})

test('a new record lists only fields that were filled in', () => {
  const entry: AuditEntry = {
    id: 1,
    at: '',
    user: null,
    action: 'create',
    noun: 'dealer',
    nounId: 'X',
    address: '',
    before: null,
    after: { name: 'Ak', phone: '', branches: [], riskLimit: null, canOrder: false, stock: '0' },
  }
  expect(differencesOf(translation, entry).map(({ key }) => key)).toEqual(['name', 'canOrder', 'stock'])
})

test('a value that was emptied is shown, one that was and is empty is not', () => {
  const entry: AuditEntry = {
    id: 1,
    at: '',
    user: null,
    action: 'change',
    noun: 'campaign',
    nounId: 'X',
    address: '',
    before: { startsAt: '2026-11-27T15:30:00.000Z', note: 'x' },
    after: { startsAt: null, note: '', reason: '' },
  }
  expect(differencesOf(translation, entry).map(({ key, after }) => [key, after])).toEqual([
    ['startsAt', '—'],
    ['note', 'boş'],
  ])
})

test('figures of imports have names', () => {
  const after = {
    files: ['a.csv'],
    rows: 1,
    created: 1,
    updated: 1,
    rejected: 0,
    unitRows: 1,
    kind: 'movements',
    added: 1,
    changed: 0,
    restored: 1,
    removed: 0,
    left: 0,
  }
  const entry: AuditEntry = {
    id: 1,
    at: '',
    user: null,
    action: 'apply',
    noun: 'import',
    nounId: '1',
    address: '',
    before: null,
    after,
  }
  const names = differencesOf(translation, entry).map(({ name }) => name)
  expect(names).not.toContainEqual(expect.stringMatching(/^[a-z]/))
})

test('no two actions have the same text', () => {
  for (const { actions } of [tr.administration.audit, en.administration.audit]) {
    const describedValues = Object.values(actions)
    expect(new Set(describedValues).size).toBe(describedValues.length)
  }
})
