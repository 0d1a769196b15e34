import { documentsFolder } from '#server/announcements/announcements.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { storeFile } from '#server/platform/files/named-files.ts'
import { makeXlsx } from '#server/platform/xlsx/xlsx.ts'
import { onePagePdf } from './one-page-pdf.ts'

type Product = { id: number; code: string; name: string }

/** Two announcements, and with a storage five documents: a price list, a catalog, and three about a product. */
export async function loadAnnouncements(db: Db, { files, today }: { files: FileStore | undefined; today: Date }) {
  const admin = await db.one<{ id: number | null }>("SELECT min(id) AS id FROM users WHERE role = 'admin'")
  if (admin?.id === null || admin === undefined) return
  const by = { userId: admin.id, day: dayInTurkey(today) }
  await db.execute(
    `INSERT INTO announcements (title, html, is_banner, for_all, shows_from, shows_until, created_by)
     VALUES ('Kablo ve tesisat ürünlerinde fiyat güncellemesi',
             '<p>Bakır fiyatları nedeniyle <strong>gelecek aydan itibaren</strong> kablo grubunda yeni fiyat listesi geçerlidir. Açık siparişleriniz eski fiyattan sevk edilir.</p>',
             true, true, $1::date - 2, $1::date + 28, $2),
            ('Yıl sonu sayımı: sevkiyat programı',
             '<p>Depomuz sayım nedeniyle iki gün sevkiyat yapmayacaktır.</p><ul><li>Son sevkiyat: perşembe 15.00</li><li>Yeniden başlangıç: pazartesi sabahı</li></ul>',
             false, true, $1::date - 9, NULL, $2)`,
    [by.day, by.userId],
  )
  if (files === undefined) return
  const folder = documentsFolder(files)
  const products = await db.query<Product>('SELECT id, code, name FROM products ORDER BY id LIMIT 40')
  const [first] = products
  if (first === undefined) return
  const list = await makeXlsx({
    name: 'Fiyat listesi',
    columns: [
      { title: 'Kod', kind: 'text', width: 20 },
      { title: 'Ürün', kind: 'text', width: 60 },
    ],
    rows: products.map(({ code, name }) => [code, name]),
  })
  const add = async (document: Omit<DemoDocument, 'folder' | 'by'>) => addDocument(db, { ...document, folder, by })
  await add({ title: 'Güncel fiyat listesi', kind: 'price_list', name: 'fiyat-listesi.xlsx', content: list })
  const catalog = onePagePdf(['Toptan', 'El aletleri ve elektrik', 'Genel katalog'])
  await add({ title: 'El aletleri ve elektrik kataloğu', kind: 'catalog', name: 'genel-katalog.pdf', content: catalog })
  for (const { kind, title, language, text } of productDocuments) {
    const id = await add({
      title: `${title}: ${first.name}`.slice(0, 120),
      kind,
      language,
      name: `${first.code}-${kind}-${language}.pdf`,
      content: onePagePdf([text, first.code]),
    })
    await db.execute('INSERT INTO document_products (document_id, product_id) VALUES ($1, $2)', [id, first.id])
  }
}

const productDocuments = [
  { kind: 'data_sheet', title: 'Teknik föy', language: 'tr', text: 'Teknik foy: olculer, malzeme, kullanim' },
  { kind: 'certificate', title: 'CE sertifikası', language: 'en', text: 'CE declaration of conformity' },
  { kind: 'manual', title: 'Kullanım kılavuzu', language: 'tr', text: 'Kullanim kilavuzu' },
] as const

type DemoDocument = {
  title: string
  kind: string
  language?: string
  name: string
  content: Buffer
  folder: FileStore
  by: { userId: number; day: string }
}

async function addDocument(
  db: Db,
  { title, kind, language, name, content, folder, by }: DemoDocument,
): Promise<number> {
  const file = await storeFile(folder, content)
  const row = await db.one<{ id: number }>(
    `INSERT INTO documents (title, kind, language, for_all, valid_from, created_by)
     VALUES ($1, $2, $3, true, $4::date - 5, $5) RETURNING id`,
    [title, kind, language ?? null, by.day, by.userId],
  )
  const id = row?.id ?? 0
  await db.execute(
    'INSERT INTO document_files (file, document_id, user_id, type, name, bytes) VALUES ($1, $2, $3, $4, $5, $6)',
    [file, id, by.userId, name.split('.').at(-1) ?? '', name, content.length],
  )
  return id
}
