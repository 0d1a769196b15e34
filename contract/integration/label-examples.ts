import { written } from './written-example.ts'

export const categoriesExample = {
  body: { rows: [{ code: '01.02', name: 'Akülü Aletler', parentCode: null, position: 10 }] },
  reply: written('01.02', 'created'),
}
export const brandsExample = {
  body: { rows: [{ code: 'M-017', name: 'Karataş' }] },
  reply: written('M-017', 'created'),
}
