import type { Random } from '#demo/random.ts'

/** Warehouses of the demo store, the main one first; it replaces the one that every store starts with. */
export const demoWarehouses = [
  { code: 'MERKEZ', name: 'İkitelli Merkez', share: 0.6 },
  { code: 'OSTIM', name: 'Ankara Ostim', share: 0.27 },
  { code: 'GIDA', name: 'İzmir Gıda Çarşısı', share: 0.13 },
] as const

/** Draws base units per warehouse: mostly in stock, some sold out or nearly, a few negative, as ERPs report them. */
export function drawStock(typical: number, random: Random): number[] {
  const draw = random.next()
  if (draw < 0.06) return [0, 0, 0]
  if (draw < 0.075) return [-random.whole(1, 12), 0, 0]
  if (draw < 0.09) return [random.whole(5, 40), -random.whole(1, 4), random.whole(0, 6)]
  if (draw < 0.17) return [random.whole(1, 6), random.whole(0, 3), 0]
  const total = typical * (0.25 + 2 * random.next() * random.next())
  return demoWarehouses.map(({ share }) =>
    random.chance(0.12) ? 0 : Math.round(total * share * (0.5 + random.next())),
  )
}
