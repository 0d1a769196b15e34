import { written } from './written-example.ts'

export const priceRulesExample = {
  body: {
    rows: [
      {
        code: 'ZNC-PRS',
        name: 'Pirasan zinciri',
        kind: 'chain' as const,
        group: 'USTA',
        brand: 'Pirasan',
        chain: '10+5+3',
        startsOn: '2026-11-01',
      },
    ],
  },
  reply: written('ZNC-PRS', 'created'),
}
export const dealerGroupsExample = {
  body: { rows: [{ code: 'USTA', name: 'Usta bayiler' }] },
  reply: written('USTA', 'created'),
}
