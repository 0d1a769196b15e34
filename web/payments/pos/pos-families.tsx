import { useTranslation } from '#web/ui/translation.ts'

type PosFamiliesProps = {
  chosen: readonly string[]
  known: readonly string[]
  error: string | undefined
  onChange(families: string[]): void
}

/** The card programs that may pay in installments here. */
export function PosFamilies({ chosen, known, error, onChange }: PosFamiliesProps) {
  const { t } = useTranslation()
  const all = [...new Set([...known, ...chosen])]
  return (
    <fieldset>
      <legend className="text-13 font-medium max-sm:text-15">{t('administration.pos.fields.families')}</legend>
      <p className="mb-1 text-12 text-ink-3">{t('administration.pos.hints.families')}</p>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {all.map((family) => (
          <label key={family} className="inline-flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              className="size-4 accent-brand"
              checked={chosen.includes(family)}
              onChange={({ target }) =>
                onChange(all.filter((each) => (each === family ? target.checked : chosen.includes(each))))
              }
            />
            {family}
          </label>
        ))}
      </div>
      {error !== undefined && <p className="mt-1 text-12 text-danger">{error}</p>}
    </fieldset>
  )
}
