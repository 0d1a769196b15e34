import { written } from './written-example.ts'

export const campaignsExample = {
  body: {
    rows: [
      {
        code: 'KMP-2026-11',
        name: 'Kasım fırsatları',
        discount: '12.5',
        startsAt: '2026-11-01',
        endsAt: '2026-11-30',
        products: ['MTK-500'],
      },
    ],
  },
  reply: written('KMP-2026-11', 'created'),
}
