import '#web/app/page-words.ts'
import { useSearchParameters } from '#web/app/use-search-parameters.ts'
import type { ProductList } from '#contract/shop/catalog.ts'
import { withPage } from '#web/app/list-address.ts'
import { exactSearch, NoteLink, RedirectedNote } from '#web/product/redirected-note.tsx'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** How a search was read when it did not match as typed, with the way to the other reading. */
export function SearchNotes({ list: { q, search, place } }: { list: ProductList }) {
  const { t } = useTranslation()
  const parameters = useSearchParameters()
  if (place.kind !== 'search') return <RedirectedNote />
  if (q === '') return null
  if (parameters.get('exact') === '1') {
    const similar = withPage(parameters, 1)
    similar.delete('exact')
    return (
      <MessageStrip tone="info" role="status" className="mt-3">
        {t('catalog.notes.exact', { q })} <NoteLink to={`?${similar}`}>{t('catalog.notes.similarLink')}</NoteLink>
      </MessageStrip>
    )
  }
  if (search === null) return null
  const words = [search.without, ...(search.orWithout ?? [])]
    .map((choice) => choice.map((word) => `“${word}”`).join(', '))
    .reduce((words, more) => t('catalog.notes.or', { words, more }))
  return (
    <MessageStrip tone="info" role="status" className="mt-3">
      {search.corrections.map(({ typed, used }) => (
        <span key={typed}>{t('catalog.notes.corrected', { typed, used })} </span>
      ))}
      {words !== '' && <>{t('catalog.notes.without', { words })} </>}
      <NoteLink to={exactSearch(q)}>{t('catalog.notes.exactLink', { q })}</NoteLink>
    </MessageStrip>
  )
}
