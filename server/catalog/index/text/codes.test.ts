import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBitset, hasBit } from '#server/catalog/index/bitset.ts'
import { addCode, type Code, type CodeMatch, createCodesBuilder, edgesOf, finishCodes, markCodes } from './codes.ts'
import { createPause } from '#server/catalog/index/pause.ts'

const part = fc.string({ unit: fc.constantFrom('a', 'b', '1', 'ß'), minLength: 1, maxLength: 9 })
const parts = fc.array(part, { minLength: 1, maxLength: 6 })
const needle = fc.oneof(
  part,
  parts.map((all) => all.slice(0, 2).join('')),
)

/** What the obvious way finds. */
function fits({ text, kind }: Code, codeParts: string[], wanted: string, match: CodeMatch): boolean {
  const size = Buffer.byteLength(wanted)
  if (match === 'exact') return text === wanted
  if (match === 'prefix') return text.startsWith(wanted)
  if (match === 'substring') return text.includes(wanted) && size >= 3 && (kind === 'code' || size >= 5)
  const runs = codeParts.flatMap((_, from) =>
    codeParts.slice(from).map((_, i) => ({
      before: Buffer.byteLength(codeParts.slice(0, from).join('')),
      run: codeParts.slice(from, from + i + 1).join(''),
    })),
  )
  // Only so many bytes of a code are known to begin a part.
  return kind === 'code' && size >= 3 && size < 32 && runs.some(({ before, run }) => run === wanted && before < 32)
}

test('finds codes, beginnings, pieces and parts as the obvious way does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(parts, fc.boolean()), { maxLength: 40 }), needle, async (made, wanted) => {
      const codes = made.map(([all, isBarcode]): Code => {
        const text = all.join('')
        return isBarcode ? { text, kind: 'barcode', edges: 0 } : { text, kind: 'code', edges: edgesOf(all) }
      })
      const builder = createCodesBuilder()
      for (const [slot, code] of codes.entries()) addCode(builder, slot, code)
      const index = await finishCodes(builder, createPause())
      for (const match of ['exact', 'prefix', 'substring', 'part'] as const) {
        const found = createBitset(codes.length)
        markCodes(index, wanted, match, null, found)
        const expected = codes.map((code, slot) => fits(code, made[slot]![0], wanted, match))
        const isEndUnknown = (slot: number) => match === 'part' && Buffer.byteLength(codes[slot]!.text) >= 32
        const seen = expected.map((isExpected, slot) => (isEndUnknown(slot) ? isExpected : hasBit(found, slot)))
        // Once for all codes: each call of `expect` takes longer than the search.
        const told = (hits: boolean[]) => ({ match, hits: codes.map(({ text }, slot) => [text, hits[slot]]) })
        expect(told(seen)).toEqual(told(expected))
      }
    }),
    { numRuns: 300 },
  )
})
