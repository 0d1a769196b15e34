import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fileImportFields, fileImportKinds } from '#contract/admin/imports/file-import-options.ts'
import { type FileImportRows, fileImportSamplePath } from '#contract/admin/imports/file-imports.ts'
import { addDealer, addProduct } from '#testing/store-rows.ts'
import { createStore } from '#server/settings/settings.ts'
import { paymentSubjects } from '#server/shop/payment-subjects.ts'
import { translate } from '#server/platform/http/words.ts'
import { testContext } from '#server/visitor/test-context.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { drivePayments } from '#testing/payments.ts'
import { purgeFileImports } from './purge.ts'
import { TestFileImports, url } from './test-file-imports.ts'

let imports: TestFileImports
let actor: Actor
let dealer: { id: number; code: string }

beforeAll(async () => {
  imports = await TestFileImports.open()
})
afterAll(() => imports.close())
beforeEach(async () => {
  actor = await addDealer(imports.pool)
  dealer = actor.dealer ?? expect.fail('a dealer')
})

/** Pays to the dealer's account by card; returns the payment's reference. */
async function payByCard(amount: string): Promise<string> {
  const { pool } = imports
  const store = await createStore(pool)
  const now = () => new Date()
  const driver = await drivePayments({ pool, subjects: paymentSubjects({ store, now }), now })
  const started = await driver.start('account', testContext({ actor }), { amount, description: '' })
  if (!started.ok) throw new Error(started.code)
  await driver.confirm(started.id)
  await driver.capture(started.id)
  await store.close()
  const row = await pool.one<{ reference: string }>('SELECT reference FROM payments WHERE id = $1', [started.id])
  return row?.reference ?? expect.fail('a payment')
}

const head = 'Cari Kodu;Tarih;Tür;Borç;Alacak;Referans'
const movements = (...lines: string[]) => `${head}\n${lines.map((line) => `${dealer.code};${line}`).join('\n')}\n`
const stored = () =>
  imports.pool.query('SELECT debit, credit, reference FROM account_movements WHERE dealer_id = $1 ORDER BY reference', [
    dealer.id,
  ])

describe('account movements on screen', () => {
  test('a preview names the changed balances and the rejected rows, and changes nothing', async () => {
    const id = await imports.upload(
      'movements',
      `${movements('01.01.2026;Fatura;1.000,50;;A', '02.01.2026;Tahsilat;;250;B')}YOK;01.01.2026;Fatura;5;;C\n`,
    )
    expect(await imports.preview(id)).toMatchObject({
      state: 'ready',
      hasWork: true,
      summary: { rows: 3, added: 2, changed: 0, unchanged: 0, rejected: 1, dealers: 1 },
      counts: { accounts: 1, problems: 1 },
    })
    expect(await imports.rows(id, 'accounts')).toEqual([[dealer.code, expect.any(String), 'TRY', '', '750,50']])
    expect(await imports.rows(id, 'problems')).toEqual([['4', '“YOK” kodlu bayi yok.']])
    expect(await stored()).toEqual([])
  })

  test('rejected rows have their kinds with a title, a number and the first three rows, the most frequent first', async () => {
    const unknown = [1, 2, 3, 4].map((n) => `YOK-${n};01.01.2026;Fatura;5;;C${n}\n`).join('')
    const id = await imports.upload(
      'movements',
      `${movements('31.02.2026;Fatura;5;;A')}${unknown};01.01.2026;Fatura;5;;D\n`,
    )
    await imports.preview(id)
    const list = async (query: string) => (await imports.staff.send('GET', url(id, `/rows?tab=problems${query}`))).body
    const { kinds } = (await list('')) as FileImportRows
    expect(
      kinds.map(({ kind, title, total, items }) => [kind, title, total, items.map(({ cells }) => cells[0])]),
    ).toEqual([
      ['dealer_unknown', 'Bilinmeyen bayi kodları', 4, ['3', '4', '5']],
      ['date_invalid', 'Okunamayan tarihler', 1, ['2']],
      ['dealer_missing', 'Bayi kodu boş satırlar', 1, ['7']],
    ])
    expect(await list('&kind=dealer_unknown&limit=2&page=2')).toMatchObject({ total: 4, pages: 2, items: [{}, {}] })
    const csv = await imports.staff.send('GET', url(id, '/problems.csv?kind=date_invalid'))
    expect(csv.text.trim().split('\n')).toHaveLength(2)
    expect(((await list('&kind=none')) as FileImportRows).items).toEqual([])
  })

  test('reasons are in the language of the administrator', async () => {
    const id = await imports.upload('movements', movements('31.02.2026;Fatura;5;;A'))
    await imports.preview(id)
    const { body } = await imports.staff.send('GET', url(id, '/rows?tab=problems'), {
      headers: { 'accept-language': 'en', cookie: 'locale=en' },
    })
    expect(JSON.stringify(body)).toContain('31.02.2026')
  })

  test('an applied import saves its rows and its result in one transaction, once', async () => {
    const id = await imports.upload('movements', movements('01.01.2026;Fatura;100;;A'), 'ocak.csv')
    await imports.preview(id)
    expect(await imports.apply(id)).toMatchObject({ state: 'applied', summary: { added: 1 } })
    expect(await stored()).toEqual([{ debit: '100.00', credit: '0.00', reference: 'A' }])
    expect(await imports.post(id, '/apply')).toMatchObject({ status: 409 })
    expect(
      await imports.pool.one(
        `SELECT a.after, u.role FROM audit_log a JOIN users u ON u.id = a.user_id
          WHERE a.noun = 'import' AND a.action = 'apply' AND a.noun_id = 'ocak.csv'`,
      ),
    ).toMatchObject({ after: { kind: 'movements', added: 1 }, role: 'admin' })
    const again = await imports.upload('movements', movements('01.01.2026;Fatura;100;;A'))
    expect(await imports.preview(again)).toMatchObject({ hasWork: false, summary: { added: 0, unchanged: 1 } })
  })

  test('the ERP’s booking of a captured card payment is not added a second time', async () => {
    const reference = await payByCard('40')
    const id = await imports.upload(
      'movements',
      `Cari Kodu;Tarih;Tür;Belge No;Alacak;Referans\n${dealer.code};02.01.2026;Tahsilat;${reference};40;ERP-9\n`,
    )
    expect(await imports.preview(id)).toMatchObject({ hasWork: false, summary: { added: 0, unchanged: 1 } })
    expect(await stored()).toEqual([{ debit: '0.00', credit: '40.00', reference: `KART-${reference}` }])
  })

  test('a file without a needed column fails, names the column, and cannot be applied', async () => {
    const id = await imports.upload('movements', 'Cari Kodu;Tarih\nA;01.01.2026\n')
    expect(await imports.preview(id)).toMatchObject({
      state: 'failed',
      refusal: expect.stringContaining('Referans, Borç / Alacak'),
      summary: null,
    })
    expect(await imports.post(id, '/apply')).toMatchObject({ status: 409, body: { error: { code: 'import_moved' } } })
  })

  test('an import of which every row is rejected cannot be applied', async () => {
    const id = await imports.upload('movements', `${head}\nYOK;01.01.2026;Fatura;5;;C\n`)
    expect(await imports.preview(id)).toMatchObject({ state: 'ready', hasWork: false, summary: { rejected: 1 } })
    expect(await imports.post(id, '/apply')).toMatchObject({ status: 409 })
  })

  test('two previews at once wait for each other, and both end', async () => {
    const first = await imports.upload('movements', movements('01.01.2026;Fatura;100;;A'))
    const second = await imports.upload('movements', movements('01.01.2026;Fatura;100;;B'))
    const options = { decimal: null, pictures: 'append' }
    expect(await imports.post(first, '/preview', options)).toMatchObject({ status: 200 })
    expect(await imports.post(second, '/preview', options)).toMatchObject({ status: 200 })
    await imports.work()
    expect([(await imports.state(first)).state, (await imports.state(second)).state]).toEqual(['ready', 'ready'])
  })

  test('a cancelled preview changes nothing and can be repeated', async () => {
    const id = await imports.upload('movements', movements('01.01.2026;Fatura;100;;A'))
    await imports.post(id, '/preview', { decimal: null, pictures: 'append' })
    expect(await imports.post(id, '/cancel')).toMatchObject({ status: 200 })
    await imports.work()
    expect(['cancelled', 'ready']).toContain((await imports.state(id)).state)
    expect(await stored()).toEqual([])
  })
})

test('balances show the figure before and after', async () => {
  const file = (balance: string) => `Cari Kodu;Bakiye\n${dealer.code};${balance}\n`
  const first = await imports.upload('balances', file('100'))
  await imports.preview(first)
  await imports.apply(first)
  const second = await imports.upload('balances', file('1.250,75'))
  expect(await imports.preview(second)).toMatchObject({ summary: { changed: 1 } })
  expect(await imports.rows(second, 'accounts')).toEqual([
    [dealer.code, expect.any(String), 'TRY', '100,00', '1.250,75'],
  ])
})

test('serial numbers are previewed and imported', async () => {
  const id = await imports.upload('serials', 'Seri No;Tarih;Durum\nSN-1;01.01.2026;Satış\n;01.01.2026;Satış\n')
  expect(await imports.preview(id)).toMatchObject({ state: 'ready', summary: { added: 1, rejected: 1 } })
  expect(await imports.apply(id)).toMatchObject({ state: 'applied' })
  expect(await imports.pool.one("SELECT status FROM serial_movements WHERE serial_key = 'SN1'")).toMatchObject({
    status: 'SATIŞ',
  })
})

test('costs are saved by product code; codes that the catalog lacks are reported', async () => {
  const { code, id: productId } = await addProduct(imports.pool)
  const file = `Stok Kodu;Maliyet;Döviz\n${code};12,3456;USD\nYOK-1;5;\n${code};9;\n;4;\nEKSI;-1;\nBOS;;\n`
  const id = await imports.upload('costs', file)
  expect(await imports.preview(id)).toMatchObject({ state: 'ready', summary: { added: 1, rejected: 4, warned: 1 } })
  expect(await imports.apply(id)).toMatchObject({ state: 'applied' })
  expect(
    await imports.pool.query('SELECT cost, currency FROM product_costs WHERE product_id = $1', [productId]),
  ).toEqual([{ cost: '12.3456', currency: 'USD' }])
  const again = await imports.upload('costs', file)
  expect(await imports.preview(again)).toMatchObject({ summary: { added: 0, changed: 0 } })
})

test.each(
  (['movements', 'balances', 'serials', 'costs'] as const).flatMap((kind) =>
    (['tr', 'en'] as const).map((locale) => [kind, locale] as const),
  ),
)('the sample file of %s in %s is read without a problem', async (kind, locale) => {
  const headers = { 'accept-language': locale, cookie: `locale=${locale}` }
  const { text } = await imports.staff.send('GET', fileImportSamplePath(kind), { headers })
  for (const code of ['120.01.001', '120.01.002']) {
    const named = (await addDealer(imports.pool)).dealer ?? expect.fail('a dealer')
    await imports.pool.execute(`UPDATE dealers SET code = 'eski-' || id WHERE code = $1`, [code])
    await imports.pool.execute('UPDATE dealers SET code = $2 WHERE id = $1', [named.id, code])
  }
  const id = await imports.upload(kind, text)
  const { inspection } = await imports.preview(id)
  expect(await imports.state(id)).toMatchObject({ state: 'ready', summary: { rejected: 0 } })
  expect(inspection?.columns.filter(({ use }) => use === null)).toEqual([])
})

test.each(['movements', 'balances', 'serials', 'costs', 'shipments'] as const)(
  'every column of %s is recognized by the name that the screen shows',
  async (kind) => {
    for (const locale of ['tr', 'en'] as const) {
      const fields = fileImportFields[kind]
      const titles = fields.map((field) => translate(locale, `imports.files.fields.${field}`))
      const id = await imports.upload(kind, `${titles.join(';')}\n${titles.map(() => '1').join(';')}\n`)
      const { inspection } = await imports.preview(id)
      expect(inspection?.columns.map(({ use }) => use)).toEqual(fields)
    }
  },
)

describe('how a file was read', () => {
  const untitled = () => `Cari listesi;;;\n;;;\nHesap;Gün;Evrak;Tutarı\n${dealer.code};05.01.2026;F-7;100\n`

  test('the preview names encoding, separator, line of the header and columns with their first values', async () => {
    const id = await imports.upload('movements', `Hareket dökümü;;\n\n${movements('05.01.2026;Fatura;100;;A')}`)
    expect(await imports.preview(id)).toMatchObject({
      inspection: {
        ...{ encoding: 'utf-8', separator: ';', headerLine: 3, rows: 1 },
        columns: [
          { name: 'Cari Kodu', use: 'dealer', samples: [dealer.code] },
          { name: 'Tarih', use: 'posted_on', samples: ['05.01.2026'] },
          { name: 'Tür', use: 'kind' },
          { name: 'Borç', use: 'debit', samples: ['100'] },
          { name: 'Alacak', use: 'credit', isEmpty: true },
          { name: 'Referans', use: 'reference' },
        ],
      },
    })
  })

  test('columns that are not recognized are listed, and the file goes in with those that the administrator chooses', async () => {
    const id = await imports.upload('movements', untitled())
    expect(await imports.preview(id)).toMatchObject({
      state: 'failed',
      inspection: { columns: [{ name: 'Hesap', use: null, samples: [dealer.code] }, {}, {}, {}] },
    })
    const mapping = { Hesap: 'dealer', Gün: 'posted_on', Evrak: 'document_no', Tutarı: 'debit' }
    expect(await imports.preview(id, { mapping })).toMatchObject({
      state: 'ready',
      summary: { added: 1 },
      inspection: { headerLine: 3, columns: [{ use: 'dealer', certainty: 'chosen' }, {}, {}, {}] },
    })
    expect(await imports.apply(id)).toMatchObject({ state: 'applied' })
    expect(await stored()).toMatchObject([{ debit: '100.00' }])
  })

  test('a column with a known name can be left out', async () => {
    const id = await imports.upload('movements', movements('05.01.2026;Fatura;100;;A'))
    expect(await imports.preview(id, { mapping: { Tür: 'ignore' } })).toMatchObject({
      state: 'ready',
      inspection: { columns: [{}, {}, { name: 'Tür', use: null }, {}, {}, {}] },
    })
  })

  test('an unknown product code of a serial number is a warning with line and code', async () => {
    const id = await imports.upload('serials', 'Seri No;Stok Kodu;Tarih;Durum\nSN-W;YOK-9;05.01.2026;Satış\n')
    expect(await imports.preview(id)).toMatchObject({
      summary: { added: 1, rejected: 0, warned: 1 },
      counts: { problems: 0, warnings: 1 },
    })
    expect(await imports.rows(id, 'warnings')).toEqual([['2', expect.stringContaining('“YOK-9”')]])
    const csv = await imports.staff.send('GET', url(id, '/warnings.csv'))
    expect(csv.text).toContain('YOK-9')
  })
})

test('a profile saved after an import reads the next file of the same columns without another choice', async () => {
  const file = (amount: string) => `Hesap;Gün;Evrak;Tutarı\n${dealer.code};05.01.2026;F-${amount};${amount}\n`
  const mapping = { Hesap: 'dealer', Gün: 'posted_on', Evrak: 'document_no', Tutarı: 'debit' }
  const first = await imports.upload('movements', file('100'), 'cari-dokum-2026.csv')
  await imports.preview(first, { mapping })
  expect(await imports.apply(first)).toMatchObject({ suggestedProfile: 'cari dokum' })
  expect(await imports.post(first, '/profile', { name: 'Cari döküm' })).toMatchObject({ status: 200 })
  const second = await imports.upload('movements', file('200'))
  expect(await imports.preview(second)).toMatchObject({
    state: 'ready',
    options: { mapping },
    profile: { name: 'Cari döküm', isChanged: false },
    summary: { added: 1 },
  })
  // The same columns of another kind of import are another shape.
  const other = await imports.upload('balances', file('300'))
  expect(await imports.preview(other)).toMatchObject({ state: 'failed', profile: null, profiles: [] })
  await imports.pool.execute('DELETE FROM import_profiles')
})

test('only administrators download samples and lists', async () => {
  const guest = await imports.shop.guest()
  for (const kind of fileImportKinds) {
    expect((await guest.send('GET', fileImportSamplePath(kind))).status).not.toBe(200)
  }
  const id = await imports.upload('movements', movements('x;Fatura;5;;A'))
  await imports.preview(id)
  const csv = await imports.staff.send('GET', url(id, '/problems.csv'))
  expect(csv.text).toContain('tarih okunamadı')
  expect((await guest.send('GET', url(id, '/problems.csv'))).status).not.toBe(200)
})

test('unfinished uploads and expired imports are removed with their files', async () => {
  const id = await imports.upload('movements', movements('01.01.2026;Fatura;100;;A'))
  await imports.pool.execute(`UPDATE file_imports SET created_at = now() - interval '2 days' WHERE id = $1`, [id])
  const names = await readdir(imports.files().place)
  const before = names.length
  const yesterday = new Date(Date.now() - 2 * 24 * 3600 * 1000)
  const [own] = await imports.pool.query<{ stored: string }>(
    "SELECT file ->> 'stored' AS stored FROM file_imports WHERE id = $1",
    [id],
  )
  for (const name of names) {
    if (name.startsWith(own?.stored ?? '-')) await utimes(join(imports.files().place, name), yesterday, yesterday)
  }
  await purgeFileImports(imports.pool, imports.files())
  expect((await readdir(imports.files().place)).length).toBe(before - 1)
  expect(await imports.state(id)).toMatchObject({ error: { code: 'import_not_found' } })
})
