import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { searchQueries, type SearchType } from '#contract/admin/monitoring.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { type Found, SearchResults } from './search-results.tsx'

/** Searches by word or by user; results open in a dialog. */
export function SearchBox() {
  const { t } = useTranslation()
  const [type, setType] = useState<SearchType>('kelime')
  const [term, setTerm] = useState('')
  const { isBusy, send } = useSubmit()
  const [found, setFound] = useState<Found | null>(null)
  const hint = t(type === 'kelime' ? 'monitoring.search.word' : 'monitoring.search.person')

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const query = term.trim()
    if (query === '') return void showAlert({ text: t('monitoring.search.needsTerm') })
    const reportFailure = () => void showAlert({ text: t('monitoring.search.failed') })
    await send(async () => {
      const answer = await call(searchQueries, { query: { query, type } })
      if (answer.success) setFound({ ...answer, type })
      else reportFailure()
    }, reportFailure)
  }
  return (
    <form
      role="search"
      aria-label={t('monitoring.search.title')}
      onSubmit={(event) => void submit(event)}
      className="flex min-w-0 flex-1 gap-2 max-sm:basis-full max-sm:flex-wrap sm:max-w-150"
    >
      <Select
        size="card"
        aria-label={t('monitoring.search.type')}
        value={type}
        onChange={(event) => setType(event.currentTarget.value as SearchType)}
        className="w-36 shrink-0 max-sm:w-full"
      >
        <option value="kelime">{t('monitoring.search.byWord')}</option>
        <option value="kullanıcı">{t('monitoring.search.byUser')}</option>
      </Select>
      <input
        type="search"
        name="query"
        maxLength={200}
        value={term}
        onChange={(event) => setTerm(event.currentTarget.value)}
        aria-label={hint}
        placeholder={hint}
        className="field h-9 min-w-0 flex-1 px-2.5 max-sm:h-11"
      />
      <Button type="submit" variant="solid" size="card" busy={isBusy} icon={<Search size={16} aria-hidden="true" />}>
        {t('monitoring.search.submit')}
      </Button>
      {found !== null && <SearchResults found={found} onClose={() => setFound(null)} />}
    </form>
  )
}
