import sharp from 'sharp'
const [out, prefix, ...names] = process.argv.slice(2) as [string, string, ...string[]]
const isWide = prefix === 'w'
const w = isWide ? 960 : 390, h = isWide ? 620 : 1500, per = isWide ? 2 : 4
const tiles = await Promise.all(names.map(async (n, i) => {
  const img = sharp(`/tmp/acc-shots/${prefix}-${n}.png`).resize({ width: w })
  const buf = await img.png().toBuffer({ resolveWithObject: true })
  const input = buf.info.height > h ? await sharp(buf.data).extract({ left: 0, top: 0, width: w, height: h }).png().toBuffer() : buf.data
  return { input, left: (i % per) * (w + 6), top: Math.floor(i / per) * (h + 6) }
}))
const rows = Math.ceil(names.length / per)
await sharp({ create: { width: per * (w + 6), height: rows * (h + 6), channels: 3, background: '#a0a' } }).composite(tiles).png().toFile(out)
