import '#web/app/page-words.ts'
import { FileSpreadsheet, FileText, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { FilterField } from '#web/ui/form/filter-field.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { PhoneFold } from '#web/ui/overlay/phone-fold.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Filters<Status extends string, Sort extends string> = {
  q: string
  from: string | null
  to: string | null
  status: Status | null
  sort: Sort
}

type Choice<Value extends string> = { value: Value; label: string }

type ToolbarProps<Status extends string, Sort extends string> = {
  title: string
  count: string
  /** Names of the filters, and of the field for words. */
  words: { label: string; search: string }
  list: Filters<Status, Sort> & { total: number }
  statuses: readonly Choice<Status>[]
  sorts: readonly Choice<Sort>[]
  /** The list without filters. */
  page: string
  isNarrowed: boolean
  /** Address of the list, or of its file, with these filters changed. */
  pathOf(changes: Partial<Filters<Status, Sort>>, path?: string): string
  filePath(format: 'xlsx' | 'csv'): string
  fileTitle?(format: 'xlsx' | 'csv'): string
  /** More filters, between the search and the status. */
  children?: ReactNode
}

/** Title and count, files, filters and sort of a list of a dealer's documents. */
export function DocumentsToolbar<Status extends string, Sort extends string>(props: ToolbarProps<Status, Sort>) {
  const { title, count, words, list, isNarrowed, pathOf, children } = props
  return (
    <div className="flex flex-col gap-3 pb-4">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-20 font-semibold">{title}</h1>
        <span className="text-16 text-ink-2">{count}</span>
        {list.total > 0 && <FileLinks {...props} />}
      </div>
      <PhoneFold label={words.label} isOpen={isNarrowed}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:grid max-sm:grid-cols-2">
          <SearchForm key={pathOf({})} {...props} />
          {children}
          <StatusAndSort {...props} />
        </div>
      </PhoneFold>
    </div>
  )
}

const files = [
  { format: 'xlsx', icon: <FileSpreadsheet size={16} aria-hidden="true" /> },
  { format: 'csv', icon: <FileText size={16} aria-hidden="true" /> },
] as const

function FileLinks<Status extends string, Sort extends string>({
  pathOf,
  filePath,
  fileTitle,
}: ToolbarProps<Status, Sort>) {
  const { t } = useTranslation()
  return (
    <span className="ml-auto flex gap-2">
      {files.map(({ format, icon }) => (
        <a
          key={format}
          href={pathOf({}, filePath(format))}
          title={fileTitle?.(format)}
          className={buttonClasses('outline', 'md')}
        >
          {icon} {t(`documents.file.${format}`)}
        </a>
      ))}
    </span>
  )
}

function SearchForm<Status extends string, Sort extends string>(props: ToolbarProps<Status, Sort>) {
  const { words, list, page, isNarrowed, pathOf } = props
  const { t } = useTranslation()
  const goTo = useNavigate()
  return (
    <form
      role="search"
      aria-label={words.label}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 max-sm:col-span-2 max-sm:grid max-sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        const values = formTexts(new FormData(event.currentTarget))
        void goTo(pathOf({ q: values('q'), from: values('from') || null, to: values('to') || null }))
      }}
    >
      <FilterField
        label={words.search}
        placeholder={words.search}
        type="search"
        name="q"
        defaultValue={list.q}
        maxLength={100}
        className="w-56 max-sm:col-span-2 max-sm:w-full"
      />
      <FilterField
        isLabelled
        label={t('documents.filter.from')}
        type="date"
        name="from"
        defaultValue={list.from ?? ''}
      />
      <FilterField isLabelled label={t('documents.filter.to')} type="date" name="to" defaultValue={list.to ?? ''} />
      <Button type="submit" className="max-sm:col-span-2" icon={<Search size={16} aria-hidden="true" />}>
        {t('documents.filter.apply')}
      </Button>
      {isNarrowed && (
        <Link to={page} className={buttonClasses('ghost', 'md', 'max-sm:col-span-2')}>
          {t('documents.filter.clear')}
        </Link>
      )}
    </form>
  )
}

function StatusAndSort<Status extends string, Sort extends string>(props: ToolbarProps<Status, Sort>) {
  const { list, statuses, sorts, pathOf } = props
  const { t } = useTranslation()
  const goTo = useNavigate()
  return (
    <>
      <Select
        aria-label={t('documents.filter.status')}
        value={list.status ?? ''}
        className="sm:ml-auto"
        onChange={({ target: { value } }) =>
          void goTo(pathOf({ status: statuses.find((status) => status.value === value)?.value ?? null }))
        }
      >
        <option value="">{`${t('documents.filter.status')}: ${t('documents.filter.allStatuses')}`}</option>
        <Options choices={statuses} />
      </Select>
      <Select
        aria-label={t('documents.sort')}
        value={list.sort}
        onChange={({ target: { value } }) =>
          void goTo(pathOf({ sort: sorts.find((sort) => sort.value === value)?.value ?? list.sort }))
        }
      >
        <Options choices={sorts} />
      </Select>
    </>
  )
}

function Options({ choices }: { choices: readonly Choice<string>[] }) {
  return choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}
