import { splitAtMatches } from './settings-form.ts'

/** A text with the search words highlighted. */
export function HighlightedText({ text, search }: { text: string; search: string }) {
  if (search.trim() === '') return text
  return splitAtMatches(text, search).map((piece, i) =>
    i % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text have no other name
      <mark key={i} className="rounded-badge bg-warning-soft text-ink">
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
}
