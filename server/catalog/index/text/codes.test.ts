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

/** Whether the code matches, computed in the simplest way. */
function matchesNaively({ text, kind }: Code, codeParts: string[], needleText: string, match: CodeMatch): boolean {
  const size = Buffer.byteLength(needleText)
  if (match === 'exact') return text === needleText
  if (match === 'prefix') return text.startsWith(needleText)
  if (match === 'substring') return text.includes(needleText) && size >= 3 && (kind === 'code' || size >= 5)
  const runs = codeParts.flatMap((_, from) =>
    codeParts.slice(from).map((_, i) => ({
      before: Buffer.byteLength(codeParts.slice(0, from).join('')),
      run: codeParts.slice(from, from + i + 1).join(''),
    })),
  )
  // Part boundaries are known only for the first 32 bytes of a code.
  return kind === 'code' && size >= 3 && size < 32 && runs.some(({ before, run }) => run === needleText && before < 32)
}

test('finds exact codes, prefixes, substrings and parts like the naive search', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(parts, fc.boolean()), { maxLength: 40 }),
      needle,
      async (generated, needleText) => {
        const codes = generated.map(([all, isBarcode]): Code => {
          const text = all.join('')
          return isBarcode ? { text, kind: 'barcode', edges: 0 } : { text, kind: 'code', edges: edgesOf(all) }
        })
        const builder = createCodesBuilder()
        for (const [slot, code] of codes.entries()) addCode(builder, slot, code)
        const index = await finishCodes(builder, createPause())
        for (const match of ['exact', 'prefix', 'substring', 'part'] as const) {
          const found = createBitset(codes.length)
          markCodes(index, needleText, match, null, found)
          const expected = codes.map((code, slot) => matchesNaively(code, generated[slot]![0], needleText, match))
          const isEndUnknown = (slot: number) => match === 'part' && Buffer.byteLength(codes[slot]!.text) >= 32
          const actual = expected.map((isExpected, slot) => (isEndUnknown(slot) ? isExpected : hasBit(found, slot)))
          // One comparison for all codes: each call of `expect` takes longer than the search.
          const describeHits = (hits: boolean[]) => ({ match, hits: codes.map(({ text }, slot) => [text, hits[slot]]) })
          expect(describeHits(actual)).toEqual(describeHits(expected))
        }
      },
    ),
    { numRuns: 300 },
  )
})
