/** Amounts, quantities and percents are decimal text with a point, as the document has them. */
export type InvoiceParty = { name: string; taxNumber: string; taxOffice: string; address: string }

export type InvoiceTax = {
  /** The tax office's code: 0015 is value added tax; 601 and above are shares of it that the buyer withholds. */
  code: string
  name: string
  percent: string | null
  base: string
  amount: string
}

export type InvoiceLine = {
  no: string
  code: string
  name: string
  quantity: string
  /** UN/ECE code: C62 is a piece. */
  unit: string
  price: string
  discount: string
  charge: string
  /** After discount and charge, without tax. */
  amount: string
  taxes: InvoiceTax[]
  note: string
}

/** The readable part of a UBL-TR invoice. */
export type InvoiceDocument = {
  profile: string
  notes: string[]
  seller: InvoiceParty
  buyer: InvoiceParty
  despatches: string[]
  /** Invoices that a return or a credit note is about. */
  originals: string[]
  lines: InvoiceLine[]
  /** Of the whole document. */
  allowances: { isCharge: boolean; reason: string; amount: string }[]
  taxes: InvoiceTax[]
  withheld: InvoiceTax[]
  totals: {
    lines: string
    discount: string
    charge: string
    taxExclusive: string
    taxInclusive: string
    rounding: string
    prepaid: string
    payable: string
  }
  /** Lira for one unit of the document's currency; null for lira. */
  exchangeRate: string | null
  paymentTerms: string
}

/** A sum of the document, `line` or `tax` with its number or percent, and what it should be. */
export type InvoiceDifference = {
  what: 'line' | 'lines' | 'taxExclusive' | 'tax' | 'taxTotal' | 'taxInclusive' | 'payable'
  of: string
  stated: string
  calculated: string
}

/** The code of value added tax (KDV). */
export const vatCode = '0015'
