import type { FileImportField, FileImportKind } from './file-import-options.ts'

export type SampleColumn = {
  field: FileImportField
  kind?: 'day' | 'amount' | 'number'
  cells: readonly string[]
}

/** Examples of fields that the sample files do not have. */
export const otherExamples: Partial<Record<FileImportField, string>> = {
  side: 'B',
  overdue_days: '15',
  warranty_until: '05.01.2028',
  reference: 'ERP-1',
  line_no: '2',
  region: 'Ege',
  category: 'Hırdavat > Vida',
  price_list: 'PERAKENDE',
  above_cost: '10',
  rule_unit: 'KOLİ',
  stops: 'Hayır',
  keeps_discount: 'Hayır',
  is_active: 'Evet',
  free_product: 'URUN-2',
  order_limit: '5',
  priority: '0',
}

/** Made-up rows that show how the files look: the sample file, and the examples beside the fields on screen. */
export const fileImportSamples: Readonly<Record<Exclude<FileImportKind, 'pictures'>, readonly SampleColumn[]>> = {
  movements: [
    { field: 'dealer', cells: ['120.01.001', '120.01.001', '120.01.002'] },
    { field: 'posted_on', kind: 'day', cells: ['2026-01-05', '2026-01-20', '2026-01-07'] },
    { field: 'due_on', kind: 'day', cells: ['2026-02-05', '', ''] },
    { field: 'document_no', cells: ['FTR-1001', 'THS-2001', 'IAD-3001'] },
    { field: 'kind', cells: ['Fatura', 'Tahsilat', 'İade'] },
    { field: 'description', cells: ['Satış faturası', 'Gelen havale', 'Satış iadesi'] },
    { field: 'debit', kind: 'amount', cells: ['12500.50', '', ''] },
    { field: 'credit', kind: 'amount', cells: ['', '5000.00', '750.00'] },
    { field: 'currency', cells: ['TRY', 'TRY', 'USD'] },
    { field: 'reference', cells: ['ERP-1', 'ERP-2', 'ERP-3'] },
  ],
  balances: [
    { field: 'dealer', cells: ['120.01.001', '120.01.002'] },
    { field: 'balance', kind: 'amount', cells: ['12500.50', '-750.00'] },
    { field: 'overdue_balance', kind: 'amount', cells: ['2500.00', ''] },
    { field: 'overdue_since', kind: 'day', cells: ['2026-01-15', ''] },
    { field: 'currency', cells: ['TRY', 'USD'] },
    { field: 'as_of', kind: 'day', cells: ['2026-01-31', '2026-01-31'] },
  ],
  serials: [
    { field: 'serial_no', cells: ['SN-100-A', 'SN-100-A', 'SN-200-B'] },
    { field: 'product_code', cells: ['URUN-1', 'URUN-1', 'URUN-2'] },
    { field: 'product_name', cells: ['Örnek ürün 1', 'Örnek ürün 1', 'Örnek ürün 2'] },
    { field: 'dealer', cells: ['120.01.001', '120.01.001', ''] },
    { field: 'moved_on', kind: 'day', cells: ['2026-01-05', '2026-03-10', '2026-02-01'] },
    { field: 'status', cells: ['Satış', 'Tamir', 'Satış'] },
    { field: 'document_no', cells: ['FTR-1001', 'SRV-12', 'FTR-1002'] },
    { field: 'warranty_months', kind: 'number', cells: ['24', '', '12'] },
  ],
  costs: [
    { field: 'product_code', cells: ['URUN-1', 'URUN-2'] },
    { field: 'cost', kind: 'number', cells: ['84.25', '3.1'] },
    { field: 'currency', cells: ['TRY', 'USD'] },
  ],
  // A brand for a dealer, a chain for a group, two tiers of a product, and a floor for everyone.
  price_rules: [
    { field: 'rule_code', cells: ['ANL-1', 'ZNC-1', 'KDM-10', 'KDM-50', 'TBN-1', 'ENAZ-1', 'KAT-6', 'TUTAR-1'] },
    {
      field: 'rule_name',
      cells: [
        ...['Örnek Marka anlaşması', 'A grubu zinciri', '10 adetten', '50 adetten', 'En çok %30 iskonto'],
        ...['En az 12 adet', '6’nın katları', 'A grubu en az tutar'],
      ],
    },
    {
      field: 'rule_kind',
      cells: ['Anlaşma', 'Zincir', 'Kademe', 'Kademe', 'Taban', 'En az miktar', 'Miktar katı', 'En az sipariş tutarı'],
    },
    { field: 'dealer', cells: ['120.01.001', '', '', '', '', '', '', ''] },
    { field: 'dealer_group', cells: ['', 'A', '', '', '', '', '', 'A'] },
    { field: 'product_code', cells: ['', '', 'URUN-1', 'URUN-1', '', 'URUN-1', 'URUN-1', ''] },
    { field: 'brand', cells: ['Örnek Marka', '', '', '', '', '', '', ''] },
    { field: 'price', kind: 'amount', cells: ['', '', '', '84.90', '', '', '', '5000'] },
    { field: 'currency', cells: ['', '', '', 'TRY', '', '', '', 'TRY'] },
    { field: 'chain', cells: ['12', '10+5+3', '5', '', '30', '', '', ''] },
    { field: 'min_quantity', kind: 'number', cells: ['', '', '10', '50', '', '12', '6', ''] },
    { field: 'starts_on', kind: 'day', cells: ['2026-01-01', '2026-01-01', '', '', '', '', '', ''] },
    { field: 'ends_on', kind: 'day', cells: ['2026-12-31', '', '', '', '', '', '', ''] },
    { field: 'priority', kind: 'number', cells: ['0', '0', '0', '0', '0', '0', '0', '0'] },
  ],
  // 10+1 of a product for everyone, a bundle for a dealer, and basket steps for a group with a coupon.
  promotions: [
    { field: 'promotion_code', cells: ['10ARTI1', 'USTA-PAKET', 'SEPET-A'] },
    { field: 'promotion_name', cells: ['Vidada 10+1', 'Usta paketi', 'A grubu sepet iskontosu'] },
    { field: 'promotion_name_en', cells: ['Screws 10+1', 'Craftsman’s bundle', ''] },
    { field: 'promotion_kind', cells: ['Mal fazlası', 'Paket fiyat', 'Sepet basamağı'] },
    { field: 'dealer', cells: ['', '120.01.001', ''] },
    { field: 'dealer_group', cells: ['', '', 'A'] },
    { field: 'product_code', cells: ['URUN-1', '', ''] },
    { field: 'brand', cells: ['', '', 'Örnek Marka'] },
    { field: 'buy_quantity', kind: 'number', cells: ['10', '', ''] },
    { field: 'free_quantity', kind: 'number', cells: ['1', '', ''] },
    { field: 'price', kind: 'amount', cells: ['', '4990.00', ''] },
    { field: 'currency', cells: ['', 'TRY', 'TRY'] },
    { field: 'bundle_parts', cells: ['', '1 x URUN-1 | 2 x URUN-2 (KUTU)', ''] },
    { field: 'basket_steps', cells: ['', '', '50000: %3 | 100000: %5 + kargo'] },
    { field: 'starts_on', kind: 'day', cells: ['2026-01-01', '', '2026-01-01'] },
    { field: 'ends_on', kind: 'day', cells: ['2026-12-31', '', ''] },
    { field: 'combines', cells: ['Evet', 'Hayır', 'Hayır'] },
    { field: 'needs_coupon', cells: ['Hayır', 'Hayır', 'Evet'] },
    { field: 'total_quota', kind: 'number', cells: ['500', '', ''] },
    { field: 'dealer_quota', kind: 'number', cells: ['50', '', '3'] },
  ],
  // A whole order, two lines of another one under one delivery note, and a third one without a delivery note.
  shipments: [
    { field: 'order_no', cells: ['S2026000101', 'S2026000102', 'S2026000102', 'S2026000103'] },
    { field: 'product_code', cells: ['', 'URUN-1', 'URUN-2', ''] },
    { field: 'quantity', kind: 'number', cells: ['', '4', '10', ''] },
    { field: 'carrier', cells: ['Yurtiçi Kargo', 'Aras Kargo', '', 'Kendi aracımız'] },
    { field: 'tracking_no', cells: ['123456789012', '987654321', '', ''] },
    { field: 'delivery_note_no', cells: ['IRS2026000000101', 'IRS2026000000102', 'IRS2026000000102', ''] },
    { field: 'parcels', kind: 'number', cells: ['2', '1', '', '1'] },
    { field: 'weight', kind: 'number', cells: ['12.5', '3', '', ''] },
    { field: 'shipped_on', kind: 'day', cells: ['2026-01-15', '2026-01-15', '', '2026-01-16'] },
  ],
}
