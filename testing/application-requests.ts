import { createHash } from 'node:crypto'
import { seal } from '#server/platform/http/secrets.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { testSecret, type TestRequest } from './shop.ts'

const [asked, fresh] = [900_001, 900_002]
const [file, form, token] = ['c'.repeat(32), 'form-of-the-application', 'a-token-of-an-application']
/** Filled in for a minute. */
const key = seal(testSecret, { form, at: Date.now() - 60_000 })

/** Two applications, a document of a form, and a published text, made again after a request has changed them. */
export async function restoreApplications(db: Db, admin: Pick<Actor, 'userId'>): Promise<void> {
  await db.execute(
    `INSERT INTO text_versions (kind, version, html, created_by) VALUES ('dealer_contract', 1, '<p>Metin</p>', $1)
         ON CONFLICT DO NOTHING`,
    [admin.userId],
  )
  await db.execute(
    `INSERT INTO applications (id, application_no, form, request_hash, token_hash, state, company, tax_office, tax_number,
       address, district, city, contact_name, email, phone, business, locale, network) OVERRIDING SYSTEM VALUE
     SELECT a.id, 'B' || a.id, 'form of application ' || a.id, '', a.token, a.state, 'Ada Yapı', 'Kadıköy', '1234567890',
            'Moda Cd. 1', 'Kadıköy', 'İstanbul', 'Ada', 'ada@example.com', '0216 000 00 00', 'retailer', 'tr', '::'
       FROM (VALUES ($1::bigint, 'asked', $3::bytea), ($2::bigint, 'new', $4::bytea)) AS a (id, state, token)
         ON CONFLICT (id) DO UPDATE SET state = excluded.state, decided_at = NULL`,
    [asked, fresh, createHash('sha256').update(token).digest(), createHash('sha256').update('other').digest()],
  )
  await db.execute(
    `INSERT INTO application_files (file, form, kind, type, name, bytes, network)
     VALUES ($1, $2, 'tax_certificate', 'pdf', 'levha.pdf', 9, '::') ON CONFLICT DO NOTHING`,
    [file, form],
  )
}

/** A form with its required fields. */
const values = {
  company: 'Deniz Hırdavat Ltd. Şti.',
  taxOffice: 'Üsküdar',
  taxNumber: '3880718497',
  address: 'Çarşı Sk. 4',
  district: 'Üsküdar',
  city: 'İstanbul',
  contactName: 'Deniz Kaya',
  email: 'deniz@example.com',
  phone: '0532 000 00 00',
  business: 'retailer',
  note: '',
}
/** The new dealer's form. */
const dealerForm = {
  code: 'BASVURU-1',
  name: values.company,
  contactName: values.contactName,
  email: 'yeni-bayi@example.com',
  phone: values.phone,
  address: values.address,
  district: values.district,
  city: values.city,
  taxOffice: values.taxOffice,
  taxNumber: '10000000146',
  region: '',
  representative: '',
  priceList: '',
  group: '',
  discount: '0,00',
  riskLimit: '0,00',
  riskMode: 'order',
  branches: [],
}

/** A valid request for every call about applications and texts. */
export const applicationRequests: Record<string, () => TestRequest> = {
  'GET /api/texts': () => ({ url: '/api/texts' }),
  'GET /api/texts/:kind': () => ({ url: '/api/texts/dealer_contract' }),
  'GET /api/account/texts': () => ({ url: '/api/account/texts' }),
  'POST /api/account/texts/:kind': () => ({ url: '/api/account/texts/privacy_notice', body: { version: 999_999 } }),
  'GET /yonetim/text-acceptances': () => ({ url: '/yonetim/text-acceptances' }),
  'GET /yonetim/texts': () => ({ url: '/yonetim/texts' }),
  'GET /yonetim/texts/:kind': () => ({ url: '/yonetim/texts/cookies' }),
  'POST /yonetim/texts/:kind': () => ({
    url: '/yonetim/texts/cookies',
    body: { html: '<p>Çerezler</p>', htmlEn: '', version: null },
  }),
  'GET /api/applications/form': () => ({ url: '/api/applications/form' }),
  'POST /api/applications/files': () => ({
    url: `/api/applications/files?key=${key}&kind=other&name=levha.pdf`,
    body: Buffer.from('%PDF-1.4\n%%EOF\n'),
  }),
  'POST /api/applications': () => ({
    url: '/api/applications',
    body: { ...values, key, website: '', files: [file], texts: [{ kind: 'dealer_contract', version: 1 }] },
  }),
  'GET /api/bayi-ol/basvuru/:token': () => ({ url: `/api/bayi-ol/basvuru/${token}` }),
  'POST /api/bayi-ol/basvuru/:token/answer': () => ({
    url: `/api/bayi-ol/basvuru/${token}/answer`,
    body: { key, note: 'Perakende', files: [] },
  }),
  'POST /api/bayi-ol/basvuru/:token/texts': () => ({
    url: `/api/bayi-ol/basvuru/${token}/texts`,
    body: { texts: [{ kind: 'dealer_contract', version: 1 }] },
  }),
  'GET /yonetim/applications': () => ({ url: '/yonetim/applications' }),
  'GET /yonetim/applications/:id': () => ({ url: `/yonetim/applications/${fresh}` }),
  'POST /yonetim/applications/:id/ask': () => ({
    url: `/yonetim/applications/${fresh}/ask`,
    body: { note: 'Ne satıyorsunuz?' },
  }),
  'POST /yonetim/applications/:id/refuse': () => ({
    url: `/yonetim/applications/${fresh}/refuse`,
    body: { note: 'Bölgenizde bayimiz var.' },
  }),
  'POST /yonetim/applications/:id/approve': () => ({
    url: `/yonetim/applications/${fresh}/approve`,
    body: { values: dealerForm },
  }),
}
