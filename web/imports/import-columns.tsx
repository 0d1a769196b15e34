import { type ImportDetail, type ImportField, importFields, type ImportOptionsInput } from '#contract/admin/imports.ts'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Translate = ReturnType<typeof useTranslation>['t']
type Mapping = ImportOptionsInput['mapping']
type Props = { files: ImportDetail['columns']; mapping: Mapping; onChange(mapping: Mapping): void }

const isField = (use: string): use is ImportField => importFields.some((field) => field === use)

/** Describes how the server interprets a column. */
function describeUse(t: Translate, use: string | null): string {
  if (use === null) return t('imports.columns.none')
  if (use === 'prices') return t('imports.uses.prices')
  if (isField(use)) return t(`imports.fields.${use}`)
  const [kind = '', name = ''] = use.split(/:(.*)/s)
  if (kind === 'stock' || kind === 'variant' || kind === 'attribute') return t(`imports.uses.${kind}`, { name })
  const price = use.replace(/_currency$/, '')
  return isField(price)
    ? t('imports.uses.currencyOf', { field: t(`imports.fields.${price}`) })
    : t('imports.uses.image')
}

/** Each column of the files with its field, which can be changed. */
export function ImportColumns({ files, mapping, onChange }: Props) {
  const { t } = useTranslation()
  const found = new Map(files.flatMap(({ columns }) => columns.map(({ name, use }) => [name, use] as const)))
  if (found.size === 0) return null
  const unknown = [...found].filter(([name, use]) => use === null && mapping[name] === undefined).length

  function choose(name: string, use: string): void {
    const { [name]: _, ...others } = mapping
    // A field is read from one column.
    const free = Object.fromEntries(Object.entries(others).filter(([, other]) => other === 'ignore' || other !== use))
    const chosen: Mapping = use === 'ignore' || isField(use) ? { [name]: use } : {}
    onChange({ ...free, ...chosen })
  }
  return (
    <details open={unknown > 0}>
      <summary className="min-h-6 cursor-pointer text-13 font-semibold pointer-coarse:min-h-11">
        {t('imports.columns.title')} ({found.size})
        {unknown > 0 && (
          <span className="ml-2 font-normal text-ink-2">{t('imports.columns.unknown', { n: unknown })}</span>
        )}
      </summary>
      <ul className="mt-2 grid max-h-100 gap-x-6 gap-y-2 overflow-y-auto sm:grid-cols-2 2xl:grid-cols-3">
        {[...found].map(([name, use]) => (
          <li key={name} className="flex min-w-0 items-center gap-3">
            <span className="code min-w-0 flex-1 truncate text-13" title={name}>
              {name}
            </span>
            <Select
              aria-label={t('imports.columns.of', { name })}
              className="w-52 shrink-0 max-sm:w-40"
              value={mapping[name] ?? ''}
              onChange={({ target }) => choose(name, target.value)}
            >
              <option value="">{mapping[name] === undefined ? describeUse(t, use) : '—'}</option>
              <option value="ignore">{t('imports.columns.ignore')}</option>
              {importFields.map((field) => (
                <option key={field} value={field}>
                  {t(`imports.fields.${field}`)}
                </option>
              ))}
            </Select>
          </li>
        ))}
      </ul>
    </details>
  )
}
