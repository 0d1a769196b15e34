import { written } from './written-example.ts'
/** Requests and replies of the calls by which programs move orders, for the documentation. A test sends them. */

const orderNo = 'S20260000412'

export const orderStatesExample = {
  body: { rows: [{ orderNo, state: 'delivered' }] },
  reply: written(orderNo, 'updated'),
}

const shipped = written('IRS-2026-0042', 'created')
export const shipmentsExample = {
  body: {
    rows: [
      {
        reference: 'IRS-2026-0042',
        orderNo,
        carrier: 'yurtici',
        trackingNo: '123456789012',
        deliveryNoteNo: 'IRS2026000000042',
        lines: [{ code: 'MTK-500', quantity: 2 }],
      },
    ],
  },
  reply: { ...shipped, results: shipped.results.map((each) => ({ ...each, shipmentNo: 'SV2026000042' })) },
}

export const invoiceFilesExample = {
  body: { files: [{ name: 'ABC2026000000042.xml', content: 'PEludm9pY2UvPg==' }] },
  reply: {
    results: [
      {
        name: 'ABC2026000000042.xml',
        outcome: 'added' as const,
        invoiceNo: 'ABC2026000000042',
        isPosted: false,
        hasDifferences: false,
        error: null,
      },
    ],
  },
}
