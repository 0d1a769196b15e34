import { area, box, disc, each, light, line, place, turn } from './shapes.ts'

const jaw = 'M60 54Q40 50 46 26q4-16 14-20Z'
const handle = 'M58 52q8 4 10 14-20 14-24 44-10 4-14-2 2-38 28-56Z'
const mirrored = 'matrix(-1 0 0 1 120 0)'

export const handTools = {
  pliers: [
    area('g', jaw),
    place(mirrored, area('g', jaw)),
    line('M60 18v26M52 30h16M51 37h18'),
    area('b', handle),
    place(mirrored, area('b', handle)),
    disc('d', 60, 58, 7.5),
  ],
  screwdriver: [
    turn(
      -45,
      area('d', 'M112 55l10 2v6l-10 2Z'),
      box('g', 58, 56, 54, 8),
      box('d', 50, 51, 9, 18, 2),
      area('b', 'M2 60q0-16 14-16h28q6 2 7 6v20q-1 4-7 6H16Q2 76 2 60Z'),
      light('M14 54h28M14 66h28'),
    ),
  ],
  hammer: [
    turn(
      38,
      box('s', 51, 36, 14, 46),
      box('b', 49, 74, 18, 44, 5),
      light('M58 84v22'),
      area('g', 'M28 8h50q24 2 34 26-18-8-34-4H68v10H48V30H28Z'),
      box('d', 16, 5, 13, 28, 2),
    ),
  ],
  wrench: [
    turn(
      -45,
      box('s', 26, 52, 72, 16),
      line('M44 60h32'),
      area('g', 'M38 49Q32 36 18 38q-8 1-12 8l20 8v12L6 74q4 7 12 8 14 2 20-11Z'),
      disc('g', 102, 60, 19),
      area('w', 'M102 49l9.5 5.5v11L102 71l-9.5-5.5v-11Z'),
    ),
  ],
  'tape-measure': [
    box('w', 92, 86, 22, 9),
    line('M100 86v4M107 86v4M115 80v20'),
    area('s', 'M10 28q0-10 10-10h50q26 2 28 30v50H20q-10 0-10-10Z'),
    area('d', 'M68 18q28 2 30 30-20-2-30-30Z'),
    disc('w', 52, 60, 28),
    disc('b', 52, 60, 19),
    light('M52 53v14M45 60h14'),
  ],
  level: [
    turn(
      -12,
      box('s', 2, 40, 116, 38, 3),
      box('b', 2, 40, 116, 9, 2),
      line('M2 72h116'),
      box('w', 44, 50, 32, 16, 8),
      disc('b', 60, 58, 5),
      line('M52 50v16M68 50v16'),
      disc('w', 22, 60, 8),
      line('M17 60h10'),
      disc('w', 98, 60, 8),
      line('M98 55v10'),
    ),
  ],
  knife: [
    turn(
      -35,
      area('g', 'M70 52h44l-9 16H70Z'),
      line('M82 52l-4 16M93 52l-4 16M104 52l-4 16'),
      area('b', 'M2 60q0-16 14-16h56l8 6v24H16Q2 74 2 60Z'),
      box('s', 32, 48, 44, 10, 3),
      box('d', 48, 44, 16, 10, 2),
      light('M12 66h24M44 66h24'),
    ),
  ],
} as const

const loose = (turned: number, x: number, y: number) =>
  place(
    `translate(${x} ${y}) rotate(${turned})`,
    box('d', -12, -4, 3, 8, 1),
    area('g', 'M-9-2.5h16l5 2.5-5 2.5H-9Z'),
    line('M-4-2.5l2 5M0-2.5l2 5M4-2.5l2 5'),
  )

const nail = (turned: number) =>
  turn(turned, area('g', 'M57 20h6v78l-3 12-3-12Z'), box('b', 50, 12, 20, 8, 2), line('M57 28h6M57 34h6'))

export const fasteners = {
  screws: [
    area('g', 'M8 34l20-18h64L74 34Z'),
    area('b', 'M74 34l18-18v52L74 88Z'),
    box('s', 8, 34, 66, 54),
    box('w', 18, 46, 46, 30, 2),
    loose(0, 42, 61),
    loose(-28, 92, 96),
    loose(12, 58, 104),
  ],
  dowel: [
    turn(
      20,
      area('s', 'M34 26h24v64q0 10-6 18h-12q-6-8-6-18Z'),
      box('b', 28, 14, 36, 12, 3),
      line('M46 40v68M34 40h6M34 50h6M34 60h6M34 70h6M34 80h6M52 40h6M52 50h6M52 60h6M52 70h6M52 80h6'),
      area('g', 'M80 24h10v70l-5 16-5-16Z'),
      box('d', 73, 14, 24, 10, 3),
      each([34, 42, 50, 58, 66, 74, 82, 90], (y) => line(`M80 ${y}l10-5`)),
    ),
  ],
  bolt: [
    turn(
      28,
      box('s', 48, 36, 24, 70, 2),
      each([70, 77, 84, 91, 98], (y) => line(`M48 ${y}l24-5`)),
      area('g', 'M34 10h52l8 13-8 13H34l-8-13Z'),
      line('M46 10v26M74 10v26'),
      box('b', 36, 54, 48, 18, 3),
      line('M51 54v18M69 54v18'),
    ),
  ],
  nail: [nail(-28), nail(28), nail(0)],
} as const
