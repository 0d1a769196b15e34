import { area, box, disc, each, light, line, place, tube, turn } from './shapes.ts'

const socketHole = (x: number) => disc('w', x, 60, 11) + disc('l', x - 4, 60, 1.6) + disc('l', x + 4, 60, 1.6)

export const cables = {
  cable: [
    disc('s', 60, 58, 48),
    each([42, 36, 30], (radius) => disc('n', 60, 58, radius)),
    disc('w', 60, 58, 23),
    each([0, 120, 240], (angle) => place(`rotate(${angle} 60 58)`, box('g', 55, 6, 10, 33, 3))),
    line('M98 92q10 18-12 18H68'),
    box('b', 56, 106, 13, 8, 1.5),
  ],
  reel: [
    line('M34 88L20 110M86 88l14 22M8 110h104'),
    disc('b', 60, 56, 48),
    disc('w', 60, 56, 38),
    disc('s', 60, 56, 35),
    each([28, 21], (radius) => disc('n', 60, 56, radius)),
    disc('w', 60, 56, 13),
    disc('b', 60, 56, 5),
    light('M60 11v7M60 94v7M15 56h7M98 56h7'),
    tube('d', 'M92 92q14 4 8 16', 4),
  ],
  'power-strip': [
    tube('d', 'M88 44q20-16 22 0 1 12-8 20-6 6-4 16', 4),
    turn(-15, box('s', 4, 42, 90, 36, 9), each([25, 51, 77], socketHole)),
    area('b', 'M91 80h14l-2 15H93Z'),
    line('M95 95v10M101 95v10'),
  ],
  conduit: [
    tube('s', 'M60 96a36 36 0 1 1 36-36v40', 17, 5),
    tube('b', 'M60 79a19 19 0 1 1 19-19', 13, 5),
    box('g', 84, 94, 24, 16, 3),
    box('g', 52, 85, 14, 22, 3),
  ],
  'cable-tie': [
    tube('s', 'M68 86A37 37 0 1 1 80 80', 11, 4),
    tube('s', 'M80 84l26 26', 9, 4),
    place('rotate(45 76 82)', box('b', 62, 70, 28, 24, 4), box('w', 70, 77, 12, 10, 1.5)),
  ],
} as const

const plate = box('g', 14, 14, 92, 92, 9)

export const wiring = {
  socket: [
    plate,
    disc('w', 60, 60, 37),
    disc('s', 60, 60, 30),
    disc('d', 48, 60, 4.5),
    disc('d', 72, 60, 4.5),
    box('w', 55, 24, 10, 12, 2),
    box('w', 55, 84, 10, 12, 2),
  ],
  switch: [
    plate,
    box('w', 27, 27, 66, 66, 5),
    box('s', 36, 36, 48, 48, 3),
    area('b', 'M36 60h48v21q0 3-3 3H39q-3 0-3-3Z'),
    disc('w', 60, 47, 3),
  ],
  dimmer: [
    plate,
    box('w', 26, 26, 68, 68, 5),
    line('M38 78l-4 4M82 78l4 4M34 60h-3M86 60h3M38 42l-4-4M82 42l4-4M60 34v-3'),
    disc('s', 60, 60, 23),
    disc('b', 60, 60, 14),
    light('M60 49v8'),
  ],
  sensor: [
    box('g', 42, 8, 36, 24, 4),
    box('d', 53, 32, 14, 10),
    area('s', 'M28 48q0-6 6-6h52q6 0 6 6v22q0 32-32 32T28 70Z'),
    area('b', 'M36 60h48v10q0 24-24 24T36 70Z'),
    light('M48 60v30M60 60v34M72 60v30M37 74h46'),
    disc('w', 60, 51, 2.5),
    line('M18 84q4 16 16 24M102 84q-4 16-16 24'),
  ],
  plug: [
    box('d', 44, 8, 8, 28, 4),
    box('d', 68, 8, 8, 28, 4),
    tube('g', 'M60 82v10q0 14 16 14h26', 7),
    area('s', 'M36 44h48v18q0 24-16 28H52q-16-4-16-28Z'),
    box('b', 28, 34, 64, 12, 4),
    line('M48 58v14M56 58v18M64 58v18M72 58v14'),
  ],
} as const
