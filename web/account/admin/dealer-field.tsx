import { useEffect, useId, useState } from 'react'
import { listAllDealers } from '#contract/admin/dealers.ts'
import { call } from '#web/app/data/call.ts'
import { TextField } from '#web/ui/form/field.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type DealerSuggestion = { code: string; name: string }
type DealerFieldProps = { value: string; error: string | undefined; onChange(code: string): void }

/** Debounce of the dealer search, in milliseconds. */
const debounce = 200

/** A dealer's code, with suggestions by code, name or city. */
export function DealerField({ value, error, onChange }: DealerFieldProps) {
  const { t } = useTranslation()
  const [suggestions, setSuggestions] = useState<readonly DealerSuggestion[]>([])
  const listId = useId()
  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(() => {
      call(listAllDealers, { query: { q: value, show: 'active', limit: '10' } }, { signal: controller.signal })
        .then(({ items }) => setSuggestions(items))
        // Suggestions are optional: the code can be typed without them.
        .catch(() => {})
    }, debounce)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [value])
  const chosen = suggestions.find(({ code }) => code === value)
  return (
    <>
      <TextField
        label={t('people.users.dealer')}
        name="dealer"
        list={listId}
        maxLength={50}
        autoComplete="off"
        value={value}
        error={error}
        hint={chosen?.name ?? t('people.users.dealerHint')}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={listId}>
        {suggestions.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}
