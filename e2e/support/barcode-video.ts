import { writeFile } from 'node:fs/promises'

// Bars of EAN-13: each digit is seven modules, by the sets L, G (R reversed) and R; the first digit chooses L or G.
const left = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
]
const parities = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL']

const inverted = (bars: string) => Array.from(bars, (bar) => (bar === '1' ? '0' : '1')).join('')
const reversed = (bars: string) => Array.from(bars).toReversed().join('')

function barsOf(code: string): string {
  const [first = 0, ...digits] = Array.from(code, Number)
  const parity = parities[first] ?? ''
  const bars = digits.map((digit, at) => {
    const plain = left[digit] ?? ''
    if (at >= 6) return inverted(plain)
    return parity[at] === 'L' ? plain : reversed(inverted(plain))
  })
  return `101${bars.slice(0, 6).join('')}01010${bars.slice(6).join('')}101`
}

const [width, height] = [640, 480]
const module = 4

/** Writes a video of an EAN-13 barcode, black on white, in the format that Chromium plays as its camera. */
export async function writeBarcodeVideo(path: string, code: string): Promise<void> {
  const bars = barsOf(code)
  const start = Math.floor((width - bars.length * module) / 2)
  const row = Buffer.alloc(width, 235)
  for (const [at, bar] of Array.from(bars).entries())
    if (bar === '1') row.fill(16, start + at * module, start + (at + 1) * module)
  const blank = Buffer.alloc(width, 235)
  const luma = Buffer.concat(Array.from({ length: height }, (_, y) => (y > 120 && y < 360 ? row : blank)))
  const chroma = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma])
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  await writeFile(path, Buffer.concat([head, ...Array.from({ length: 10 }, () => frame)]))
}

/** Writes a video without any code: black. */
export async function writeDarkVideo(path: string): Promise<void> {
  const frame = Buffer.concat([
    Buffer.from('FRAME\n'),
    Buffer.alloc(width * height, 18),
    Buffer.alloc((width * height) / 2, 128),
  ])
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  await writeFile(path, Buffer.concat([head, ...Array.from({ length: 10 }, () => frame)]))
}
