import type { DealerValues } from '#contract/admin/dealers.ts'
import type { Application, ApplicationFile, ApplicationForm } from '#contract/shop/applications.ts'
import { onePagePdf } from '#demo/trade/one-page-pdf.ts'
import type { Answer, TestShop, TestVisitor } from '#testing/shop.ts'

export const pdf = onePagePdf(['Vergi levhasi'])

/** What a company types, without what belongs to its form. */
export const company = {
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

let lastNetwork = 0
/** An address that no other applicant of the tests has. */
export function newAddress(): string {
  lastNetwork += 1
  return `10.20.${Math.trunc(lastNetwork / 250)}.${(lastNetwork % 250) + 1}`
}

/** An applicant's browser at its own address. */
export type Applicant = {
  address: string
  openForm(): Promise<ApplicationForm>
  upload(key: string, kind?: string, content?: Buffer, name?: string): Promise<Answer>
  /** Uploads a tax certificate and returns the body of a complete form. */
  fillIn(change?: object): Promise<Record<string, unknown>>
  send(body: object): Promise<Answer>
  /** The application of a link. */
  follow(token: string): Promise<Answer>
  answer(token: string, body: object): Promise<Answer>
  /** Accepts the texts of an application that a representative has filed. */
  accept(token: string, body: object): Promise<Answer>
}

/** `wait` lets the time pass that people need to fill in a form. */
export async function newApplicant(shop: TestShop, wait: () => void, address = newAddress()): Promise<Applicant> {
  const guest: TestVisitor = await shop.guest()
  const get = (url: string) => guest.send('GET', url, { address })
  const post = (url: string, body: object) => guest.send('POST', url, { body, address })
  const openForm = async () => (await get('/api/applications/form')).body as ApplicationForm
  const upload = (key: string, kind = 'tax_certificate', content = pdf, name = 'levha.pdf') =>
    post(`/api/applications/files?${new URLSearchParams({ key, kind, name })}`, content)
  return {
    address,
    openForm,
    upload,
    async fillIn(change = {}) {
      const { key, texts } = await openForm()
      const { file } = (await upload(key)).body as ApplicationFile
      wait()
      return { ...company, key, website: '', files: [file], texts, ...change }
    },
    send: (body) => post('/api/applications', body),
    follow: (token) => get(`/api/bayi-ol/basvuru/${token}`),
    accept: (token, body) => post(`/api/bayi-ol/basvuru/${token}/texts`, body),
    answer: (token, body) => post(`/api/bayi-ol/basvuru/${token}/answer`, body),
  }
}

export const tokenOf = ({ body }: Answer): string => (body as { token: string }).token
export const stateOf = ({ body }: Answer): string => (body as Application).state

/** What an administrator types to open the account. */
export function dealerForm(change: Partial<DealerValues> = {}): DealerValues {
  const { company: name, taxOffice, taxNumber, address, district, city, contactName, email, phone } = company
  const of = { name, taxOffice, taxNumber, address, district, city, contactName, email, phone }
  const terms = {
    region: 'Marmara',
    representative: 'Ayşe',
    priceList: '',
    group: '',
    discount: '5',
    riskLimit: '25.000,00',
  }
  return {
    code: 'YENI-1',
    ...of,
    ...terms,
    riskMode: 'order',
    ratePolicy: 'order_day',
    fixedRates: '',
    ratesUntil: '',
    carrierPayer: 'store',
    branches: [],
    ...change,
  }
}
