import { Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Form, useSearchParams } from 'react-router'
import { pages } from '#contract/pages.ts'

export function SearchForm() {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  return (
    <Form action={pages.search} role="search" className="relative w-full">
      <Search size={18} aria-hidden="true" className="absolute top-1/2 left-3 -translate-y-1/2 text-ink-2" />
      <input key={query.get('q')} type="search" name="q" defaultValue={query.get('q') ?? ''} aria-label={t('shell.search')} placeholder={t('shell.search')} className="field h-10 w-full pr-3 pl-10 max-sm:h-11" />
    </Form>
  )
}
