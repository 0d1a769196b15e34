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
