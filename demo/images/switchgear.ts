import { area, box, disc, each, light, line } from './shapes.ts'

const screw = (x: number, y: number) => disc('d', x, y, 5)

export const switchgear = {
  breaker: [
    box('g', 14, 14, 92, 92, 5),
    box('w', 14, 38, 92, 44),
    line('M44.7 14v92M75.3 14v92'),
    each([29.3, 60, 90.7], (x) => screw(x, 26) + screw(x, 94) + box('s', x - 8, 48, 16, 26, 2)),
    box('b', 19, 46, 82, 12, 3),
  ],
  contactor: [
    box('g', 24, 8, 72, 104, 5),
    box('s', 24, 34, 72, 52),
    each([35, 51.7, 68.3, 85], (x) => disc('w', x, 21, 4.5) + disc('w', x, 99, 4.5)),
    box('w', 40, 44, 40, 32, 2),
    box('b', 51, 50, 18, 20, 2),
  ],
  rcd: [
    box('g', 26, 12, 68, 96, 5),
    box('s', 26, 36, 68, 48),
    screw(43, 24),
    screw(77, 24),
    screw(43, 96),
    screw(77, 96),
    box('w', 33, 43, 24, 34, 2),
    box('b', 38, 44, 14, 18, 2),
    disc('w', 77, 52, 8),
    line('M73 49h8M77 49v7M66 70h22M66 77h14'),
  ],
  'panel-box': [
    box('g', 8, 22, 104, 76, 6),
    box('w', 18, 34, 84, 40, 3),
    each([24, 36.4, 48.8, 61.2, 73.6, 86], (x) => box('s', x, 40, 10, 28, 1.5) + box('b', x + 2.5, 48, 5, 9, 1)),
    box('d', 48, 82, 24, 7, 3.5),
    line('M8 82h14M98 82h14'),
  ],
  terminal: [
    box('d', 6, 78, 108, 12, 2),
    each([12, 32, 52, 72, 92], (x) =>
      [
        area('s', `M${x} 84V38q0-8 8-8t8 8v46Z`),
        disc('w', x + 8, 42, 5.5),
        line(`M${x + 5} 45l6-6`),
        box('b', x + 3, 60, 10, 14, 2),
      ].join(''),
    ),
    line('M20 90v14M40 90v14M60 90v14M80 90v14M100 90v14'),
  ],
} as const

export const lighting = {
  bulb: [
    area('s', 'M60 6c26 0 40 18 40 38 0 18-14 26-20 44H40C34 70 20 62 20 44 20 24 34 6 60 6Z'),
    light('M33 44q0-18 17-24'),
    area('g', 'M40 86h40l-5 10H45Z'),
    box('d', 45, 96, 30, 6, 3),
    box('d', 46, 102, 28, 6, 3),
    area('d', 'M50 108h20l-5 7H55Z'),
  ],
  floodlight: [
    line('M28 20v-8M41 20v-8M54 20v-8M67 20v-8M80 20v-8M93 20v-8M36 92v18h48V92'),
    box('d', 20, 19, 80, 9),
    box('g', 10, 28, 100, 64, 6),
    box('s', 22, 38, 76, 44, 2),
    each([38, 53, 68, 83], (x) => disc('b', x, 51, 4.5) + disc('b', x, 69, 4.5)),
    disc('w', 36, 92, 4.5),
    disc('w', 84, 92, 4.5),
  ],
  'led-panel': [
    box('g', 12, 12, 96, 96, 4),
    box('s', 22, 22, 76, 76, 2),
    light('M34 58l24-24M34 72l38-38M34 86l52-52M48 86l38-38'),
    box('d', 52, 101, 16, 4, 2),
  ],
  'led-strip': [
    box('w', 52, 88, 62, 14),
    each([66, 80, 94], (x) => box('s', x, 92, 7, 6, 1)),
    disc('b', 52, 56, 46),
    disc('s', 52, 56, 38),
    each([32, 26, 20], (radius) => disc('n', 52, 56, radius)),
    disc('w', 52, 56, 13),
    line('M52 47v18M43 56h18'),
  ],
  flashlight: [
    '<g transform="rotate(-28 60 60)">',
    line('M112 42l8-5M114 60h8M112 78l8 5'),
    box('d', 4, 50, 8, 20, 2),
    box('b', 12, 48, 58, 24, 3),
    line('M20 54v12M26 54v12M32 54v12'),
    box('d', 42, 43, 16, 6, 2),
    area('s', 'M70 48l16-10v44L70 72Z'),
    box('g', 86, 34, 12, 52, 3),
    '</g>',
  ],
} as const
