import type { FileImportKind } from '#contract/admin/file-imports.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { XlsxColumn } from '#server/platform/xlsx/xlsx.ts'

type RowKind = Exclude<FileImportKind, 'pictures'>
/** Column titles in both languages, and their cells. */
type SampleColumn = { tr: string; en: string; kind?: XlsxColumn['kind']; cells: readonly string[] }

/** Made-up rows with the columns that `toptan import` recognizes. */
const samples: Readonly<Record<RowKind, readonly SampleColumn[]>> = {
  movements: [
    { tr: 'Cari Kodu', en: 'Dealer Code', cells: ['120.01.001', '120.01.001', '120.01.002'] },
    { tr: 'Tarih', en: 'Date', kind: 'day', cells: ['2026-01-05', '2026-01-20', '2026-01-07'] },
    { tr: 'Vade', en: 'Due Date', kind: 'day', cells: ['2026-02-05', '', ''] },
    { tr: 'Belge No', en: 'Document No', cells: ['FTR-1001', 'THS-2001', 'IAD-3001'] },
    { tr: 'Tür', en: 'Kind', cells: ['Fatura', 'Tahsilat', 'İade'] },
    { tr: 'Açıklama', en: 'Description', cells: ['Satış faturası', 'Gelen havale', 'Satış iadesi'] },
    { tr: 'Borç', en: 'Debit', kind: 'amount', cells: ['12500.50', '', ''] },
    { tr: 'Alacak', en: 'Credit', kind: 'amount', cells: ['', '5000.00', '750.00'] },
    { tr: 'Döviz', en: 'Currency', cells: ['TRY', 'TRY', 'USD'] },
    { tr: 'Referans', en: 'Reference', cells: ['ERP-1', 'ERP-2', 'ERP-3'] },
  ],
  balances: [
    { tr: 'Cari Kodu', en: 'Dealer Code', cells: ['120.01.001', '120.01.002'] },
    { tr: 'Bakiye', en: 'Balance', kind: 'amount', cells: ['12500.50', '-750.00'] },
    { tr: 'Vadesi Geçen Bakiye', en: 'Overdue', kind: 'amount', cells: ['2500.00', ''] },
    { tr: 'Vade Tarihi', en: 'Due Date', kind: 'day', cells: ['2026-01-15', ''] },
    { tr: 'Döviz', en: 'Currency', cells: ['TRY', 'USD'] },
    { tr: 'Tarih', en: 'Date', kind: 'day', cells: ['2026-01-31', '2026-01-31'] },
  ],
  serials: [
    { tr: 'Seri No', en: 'Serial No', cells: ['SN-100-A', 'SN-100-A', 'SN-200-B'] },
    { tr: 'Stok Kodu', en: 'Product Code', cells: ['URUN-1', 'URUN-1', 'URUN-2'] },
    { tr: 'Stok Adı', en: 'Product Name', cells: ['Örnek ürün 1', 'Örnek ürün 1', 'Örnek ürün 2'] },
    { tr: 'Cari Kodu', en: 'Dealer Code', cells: ['120.01.001', '120.01.001', ''] },
    { tr: 'Tarih', en: 'Date', kind: 'day', cells: ['2026-01-05', '2026-03-10', '2026-02-01'] },
    { tr: 'Durum', en: 'Status', cells: ['Satış', 'Tamir', 'Satış'] },
    { tr: 'Belge No', en: 'Document No', cells: ['FTR-1001', 'SRV-12', 'FTR-1002'] },
    { tr: 'Garanti (Ay)', en: 'Warranty Months', kind: 'number', cells: ['24', '', '12'] },
  ],
}

/** The sample file of a kind, for `makeCsv`. */
export function sampleOf(kind: RowKind, locale: Locale): { columns: XlsxColumn[]; rows: string[][] } {
  const columns = samples[kind]
  const count = Math.max(...columns.map(({ cells }) => cells.length))
  return {
    columns: columns.map((column) => ({ title: column[locale], kind: column.kind ?? 'text', width: 20 })),
    rows: Array.from({ length: count }, (_, row) => columns.map(({ cells }) => cells[row] ?? '')),
  }
}
