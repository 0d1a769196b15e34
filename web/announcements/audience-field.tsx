import { Plus, X } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import type { ChosenDealer } from '#contract/admin/audience.ts'
import { listAllDealers } from '#contract/admin/dealers.ts'
import { call } from '#web/app/data/call.ts'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type AudienceFieldProps = {
  isForAll: boolean
  dealers: readonly ChosenDealer[]
  onChange(audience: { isForAll: boolean; dealers: readonly ChosenDealer[] }): void
}

/** All dealers, or chosen ones. */
export function AudienceField({ isForAll, dealers, onChange }: AudienceFieldProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-13 font-medium">{t('audience.label')}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-1">
        {([true, false] as const).map((forAll) => (
          <label key={String(forAll)} className="flex items-center gap-2 text-13 pointer-coarse:min-h-11">
            <input
              type="radio"
              name="audience"
              checked={isForAll === forAll}
              onChange={() => onChange({ isForAll: forAll, dealers })}
              className="size-4 accent-(--brand)"
            />
            {t(forAll ? 'audience.all' : 'audience.chosen')}
          </label>
        ))}
      </div>
      {!isForAll && <ChosenDealers dealers={dealers} onChange={(next) => onChange({ isForAll, dealers: next })} />}
    </fieldset>
  )
}

/** Debounce of the dealer search, in milliseconds. */
const debounce = 200

function ChosenDealers({
  dealers,
  onChange,
}: {
  dealers: readonly ChosenDealer[]
  onChange(next: readonly ChosenDealer[]): void
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const suggestions = useSuggestions(typed)
  const listId = useId()
  function add(): void {
    const code = typed.trim()
    if (code === '') return
    const found = suggestions.find((each) => each.code === code) ?? { code, name: '' }
    if (!dealers.some((each) => each.code === code)) onChange([...dealers, found])
    setTyped('')
  }
  return (
    <>
      <div className="flex max-w-120 items-end gap-2">
        <TextField
          label={t('audience.code')}
          className="min-w-0 flex-1"
          list={listId}
          maxLength={50}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button size="lg" icon={<Plus size={16} aria-hidden="true" />} onClick={add}>
          {t('audience.add')}
        </Button>
      </div>
      <datalist id={listId}>
        {suggestions.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </datalist>
      <ul className="flex flex-wrap gap-2">
        {dealers.map(({ code, name }) => (
          <li
            key={code}
            className="flex items-center gap-1 rounded-control border border-line bg-canvas py-0.5 pr-0.5 pl-2 text-13"
          >
            <span className="code">{code}</span> {name}
            <IconButton
              label={t('audience.remove', { name: name || code })}
              onClick={() => onChange(dealers.filter((each) => each.code !== code))}
            >
              <X size={14} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </>
  )
}

function useSuggestions(q: string): readonly ChosenDealer[] {
  const [suggestions, setSuggestions] = useState<readonly ChosenDealer[]>([])
  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(() => {
      call(listAllDealers, { query: { q, show: 'active', limit: '10' } }, { signal: controller.signal })
        .then(({ items }) => setSuggestions(items))
        // Suggestions are optional: the code can be typed without them.
        .catch(() => {})
    }, debounce)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [q])
  return suggestions
}
