import '#web/app/page-words.ts'
import { useSearchParameters } from '#web/app/use-search-parameters.ts'
import { Link } from '#web/ui/link.tsx'
import { pages } from '#contract/core/pages.ts'
import { MessageStrip } from '#web/ui/message-strip.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The page was opened by a search for which administrators have chosen it; the search can be made anyway. */
export function RedirectedNote() {
  const { t } = useTranslation()
  const parameters = useSearchParameters()
  const q = parameters.get('searched')
  if (q === null || q === '') return null
  return (
    <MessageStrip tone="info" role="status" className="my-3">
      {t('catalog.notes.redirected', { q })}{' '}
      <NoteLink to={exactSearch(q)}>{t('catalog.notes.anywayLink', { q })}</NoteLink>
    </MessageStrip>
  )
}

export const exactSearch = (q: string): string => `${pages.search}?${new URLSearchParams({ q, exact: '1' }).toString()}`

export function NoteLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="font-medium text-brand-ink underline">
      {children}
    </Link>
  )
}
