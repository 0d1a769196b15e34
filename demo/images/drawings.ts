import { cables, wiring } from './cables.ts'
import { fasteners, handTools } from './hand-tools.ts'
import { powerTools } from './power-tools.ts'
import { area, box, disc, light, line, place } from './shapes.ts'
import { hardware, safety, supplies } from './supplies.ts'
import { lighting, switchgear } from './switchgear.ts'

const kinds = {
  ...powerTools,
  ...cables,
  ...wiring,
  ...switchgear,
  ...lighting,
  ...handTools,
  ...fasteners,
  ...supplies,
  ...safety,
  ...hardware,
}
export type Drawing = keyof typeof kinds

/** SVG markup of each product kind on a 120 × 120 field; `{g}`, `{s}` … stand for colors. */
export const drawings = Object.fromEntries(
  Object.entries(kinds).map(([kind, parts]) => [kind, parts.join('')]),
) as Record<Drawing, string>

/** Draws the carton of a product with its drawing on the side. */
export function cartonOf(kind: Drawing): string {
  return [
    area('g', 'M60 10l50 25-50 25L10 35Z'),
    area('s', 'M10 35l50 25v54L10 89Z'),
    area('b', 'M110 35L60 60v54l50-25Z'),
    area('w', 'M31 24.500l50 25v14l8-4V46L39 20.500Z'),
    light('M68 98l14-7M68 104l20-10'),
    place('matrix(0.280 0.140 0 0.300 18.500 52)', drawings[kind]),
  ].join('')
}

/** Placeholder for products without a picture. */
export const missingPicture = [
  box('w', 14, 22, 92, 76, 7),
  disc('g', 40, 46, 8),
  area('g', 'M14 84l26-24 18 16 22-26 26 30v11q0 7-7 7H21q-7 0-7-7Z'),
  line('M20 108L100 12'),
].join('')
