import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { feedChoices } from '#contract/shop/feeds.ts'
import { fold } from '#domain/text/text.ts'
import { call, CallError } from '#web/app/data/call.ts'
import { Failure } from '#web/ui/failure.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import type { FeedForm } from './feed-form.ts'

type Choices = Reply<typeof feedChoices>

/** The brands and categories of a feed, read when the part is opened. */
export function FeedSelection({ form: { values, change } }: { form: FeedForm }) {
  const { t } = useTranslation()
  const [choices, setChoices] = useState<Choices | null>(null)
  const [failure, setFailure] = useState<string | undefined>()
  const { brands, categories } = values
  const chosen = [
    ...(brands.length === 0 ? [] : [t('feeds.brandCount', { count: brands.length })]),
    ...(categories.length === 0 ? [] : [t('feeds.categoryCount', { count: categories.length })]),
  ]

  async function load(): Promise<void> {
    try {
      setChoices(await call(feedChoices))
      setFailure(undefined)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error.message)
    }
  }
  return (
    <details
      className="group rounded-control border border-line"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && choices === null) void load()
      }}
    >
      <summary className="flex min-h-10 cursor-pointer items-center gap-2 px-3 text-13 font-medium max-sm:min-h-11 max-sm:text-15">
        <ChevronDown size={16} aria-hidden="true" className="text-ink-2 group-open:rotate-180" />
        {t('feeds.selection')}
        <span className="font-normal text-ink-2">
          {chosen.length === 0 ? t('feeds.allProducts') : chosen.join(', ')}
        </span>
      </summary>
      <div className="grid gap-3 border-t border-line p-3 sm:grid-cols-2">
        <Failure text={failure} />
        {choices === null && failure === undefined && <Spinner />}
        {choices !== null && (
          <>
            <ChoiceList
              title={t('feeds.brands')}
              items={choices.brands}
              chosen={brands}
              onChange={(ids) => change({ brands: ids })}
            />
            <ChoiceList
              title={t('feeds.categories')}
              items={choices.categories}
              chosen={categories}
              onChange={(ids) => change({ categories: ids })}
            />
          </>
        )}
      </div>
    </details>
  )
}

/** More rows than these are found by their name. */
const shownMax = 200

type ChoiceListProps = {
  title: string
  items: { id: number; name: string; depth?: number }[]
  chosen: readonly number[]
  onChange(ids: number[]): void
}

function ChoiceList({ title, items, chosen, onChange }: ChoiceListProps) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const found = items.filter(({ name }) => fold(name).includes(fold(query)))
  const shown = found.slice(0, shownMax)
  const toggle = (id: number) => onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-13 font-medium max-sm:text-15">{title}</legend>
      <input
        type="search"
        aria-label={t('feeds.search', { title })}
        placeholder={t('feeds.searchHint')}
        value={query}
        className="field h-9 w-full px-2.5 max-sm:h-11"
        onChange={({ target }) => setQuery(target.value)}
      />
      <ScrollRegion label={title} className="max-h-52 overflow-y-auto rounded-control border border-line px-3 py-1">
        {shown.map(({ id, name, depth = 0 }) => (
          <label
            key={id}
            className="flex min-h-8 items-center gap-2 text-13 max-sm:min-h-11 max-sm:text-15"
            style={{ paddingLeft: query === '' ? depth * 14 : 0 }}
          >
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              className="size-4 shrink-0 accent-brand"
              onChange={() => toggle(id)}
            />
            {name}
          </label>
        ))}
        {found.length > shown.length && (
          <p className="py-1 text-12 text-ink-2">{t('feeds.more', { count: found.length - shown.length })}</p>
        )}
        {found.length === 0 && <p className="py-1 text-12 text-ink-2">{t('feeds.nothingFound')}</p>}
      </ScrollRegion>
    </fieldset>
  )
}
