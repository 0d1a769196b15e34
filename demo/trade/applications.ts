import { applicationsFolder } from '#server/applications/applications.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { storeFile } from '#server/platform/files/named-files.ts'
import { onePagePdf } from './one-page-pdf.ts'

/** Their links cannot be opened: no form has made them. `age` is in days, `events` are days after the application. */
const applications = [
  {
    company: 'Mavi Kapı Yapı Market Ltd. Şti.',
    tax_office: 'Karşıyaka',
    tax_number: '3880718497',
    address: 'Girne Blv. 118/A',
    district: 'Karşıyaka',
    city: 'İzmir',
    contact_name: 'Selin Aksoy',
    email: 'selin@mavikapi.example.com',
    phone: '0232 555 01 18',
    business: 'retailer',
    note: 'İki şubemiz var; el aletleri ve boya grubuyla ilgileniyoruz.',
    state: 'new',
    age: 1,
    events: [{ state: 'new', note: '', days: 0 }],
  },
  {
    company: 'Emre Demirtaş (Demirtaş Elektrik)',
    tax_office: 'Nilüfer',
    tax_number: '10000000146',
    address: 'Fethiye Mah. Sanayi Cd. 27',
    district: 'Nilüfer',
    city: 'Bursa',
    contact_name: 'Emre Demirtaş',
    email: 'emre@demirtas.example.com',
    phone: '0532 555 01 46',
    business: 'contractor',
    note: '',
    state: 'answered',
    age: 4,
    events: [
      { state: 'new', note: '', days: 0 },
      { state: 'asked', note: 'Aylık yaklaşık ne kadar alım planlıyorsunuz?', days: 1 },
      { state: 'answered', note: 'Ayda 80–100 bin TL; ağırlıkla kablo ve şalt malzemesi.', days: 2 },
    ],
  },
  {
    company: 'Hızlı Alışveriş A.Ş.',
    tax_office: 'Çankaya',
    tax_number: '0010014812',
    address: 'Tunalı Hilmi Cd. 90',
    district: 'Çankaya',
    city: 'Ankara',
    contact_name: 'Okan Er',
    email: 'okan@hizlialisveris.example.com',
    phone: '0312 555 01 90',
    business: 'online',
    note: '',
    state: 'refused',
    age: 12,
    events: [
      { state: 'new', note: '', days: 0 },
      { state: 'refused', note: 'İnternetten perakende satış yapan firmalarla çalışmıyoruz.', days: 2 },
    ],
  },
] as const

/** Three applications in different states, with accepted texts, and with a storage a tax certificate each. */
export async function loadApplications(db: Db, { files, today }: { files: FileStore | undefined; today: Date }) {
  for (const [at, { events, age, ...values }] of applications.entries()) {
    const row = await db.one<{ id: number; application_no: string }>(
      `INSERT INTO applications (application_no, form, request_hash, token_hash, company, tax_office, tax_number, address,
         district, city, contact_name, email, phone, business, note, state, locale, network, created_at, decided_at)
       SELECT 'B' || extract(year FROM $2::timestamptz AT TIME ZONE 'Europe/Istanbul') || lpad(nextval('application_number')::text, 6, '0'),
              'demo-application-' || $3::integer, '', sha256(('demo-application-' || $3::integer)::bytea), company, tax_office,
              tax_number, address, district, city, contact_name, email, phone, business, note, state, 'tr', '192.0.2.1',
              $2::timestamptz - make_interval(days => $4), CASE WHEN state = 'refused' THEN $2::timestamptz - interval '10 days' END
         FROM json_to_record($1) AS given (company text, tax_office text, tax_number text, address text, district text,
              city text, contact_name text, email text, phone text, business text, note text, state text)
       RETURNING id, application_no`,
      [JSON.stringify(values), today, at + 1, age],
    )
    if (row === undefined) throw new Error('Could not insert an application.')
    await db.execute(
      `INSERT INTO application_events (application_id, state, note, user_id, created_at)
       SELECT $1, state, note, CASE WHEN state IN ('asked', 'refused') THEN (SELECT min(id) FROM users WHERE role = 'admin') END,
              $3::timestamptz - make_interval(days => $4 - days)
         FROM json_to_recordset($2) AS given (state text, note text, days integer)`,
      [row.id, JSON.stringify(events), today, age],
    )
    await db.execute(
      `INSERT INTO text_acceptances (text_id, application_id, locale, address, accepted_at)
       SELECT DISTINCT ON (kind) id, $1, 'tr', '192.0.2.' || $2::integer, $3::timestamptz - make_interval(days => $4)
         FROM text_versions WHERE kind IN ('dealer_contract', 'privacy_notice') ORDER BY kind, version DESC`,
      [row.id, at + 1, today, age],
    )
    if (files !== undefined) await addCertificate(db, { ...row, files })
  }
}

type Certificate = { id: number; application_no: string; files: FileStore }

async function addCertificate(db: Db, { id, application_no, files }: Certificate): Promise<void> {
  const content = onePagePdf(['Vergi levhasi', application_no])
  const file = await storeFile(applicationsFolder(files), content)
  await db.execute(
    `INSERT INTO application_files (file, form, application_id, kind, type, name, bytes, network)
     SELECT $1, form, id, 'tax_certificate', 'pdf', 'vergi-levhasi.pdf', $3, network FROM applications WHERE id = $2`,
    [file, id, content.length],
  )
}
