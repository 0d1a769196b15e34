/** Requests and replies of the calls for price changes, for the documentation. A test sends them. */

const change = {
  ...{ id: 4201, revision: 2, name: 'Ocak fiyatları', priceList: 'LIST', state: 'draft' as const, rows: 1, left: 0 },
  ...{ createdAt: '2026-11-23T08:15:02.114Z', publishAt: null, publishedAt: null, approvedBy: null },
  ...{ undoes: null, undoneBy: null },
}
const rows = [{ code: 'MTK-500', price: '1299.90', currency: 'TRY' }]
const written = { isWritten: true, change, changed: 1, rejected: 0, problems: [] }
const published = { ...change, state: 'published' as const, publishedAt: '2026-11-23T08:16:40.020Z' }

export const createdChangeExample = { body: { name: change.name, rows }, reply: written }
export const pricesOfChangeExample = {
  params: { id: '4201' },
  body: { revision: 2, rows },
  reply: { ...written, change: { ...change, revision: 3 } },
}
export const listedChangesExample = { query: { limit: '500' }, reply: { items: [change], cursor: null } }
export const shownChangeExample = {
  params: { id: '4201' },
  query: { show: 'all' as const, limit: '50' },
  reply: {
    change,
    secondPersonOver: 20,
    counts: { all: 1, dearer: 1, large: 0, conflict: 0 },
    ...{ average: 8.33, highest: 8.33, lowest: 8.33 },
    items: [
      {
        ...{ code: 'MTK-500', name: 'Darbeli matkap 500 W', unit: 'ADET', kind: 'dearer' as const },
        before: { value: '1199.9', currency: 'TRY' },
        after: { value: '1299.9', currency: 'TRY' },
        now: { value: '1199.9', currency: 'TRY' },
        ...{ percent: 8.33, isConflict: false, isBelowCost: false, isBelowFloor: false, outcome: null },
      },
    ],
    ...{ total: 1, page: 1, pages: 1 },
  },
}
export const publishedChangeExample = {
  params: { id: '4202' },
  body: { revision: 2, conflicts: 'keep' as const },
  reply: { change: { ...published, id: 4202 }, units: 1 },
}
export const withdrawnChangeExample = { params: { id: '4203' }, reply: { change: { ...change, id: 4203 } } }
export const undoneChangeExample = {
  params: { id: '4204' },
  reply: { change: { ...published, id: 4206, name: 'Geri alma: Ocak fiyatları', undoes: 4204 }, units: 1 },
}
export const deletedChangeExample = { params: { id: '4205' }, reply: { isDeleted: true as const } }
