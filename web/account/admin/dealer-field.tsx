import { useEffect, useId, useState } from 'react'
import { listAllDealers } from '#contract/admin/dealers.ts'
import { call } from '#web/app/data/call.ts'
import { TextField } from '#web/ui/form/field.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Found = { code: string; name: string }
type DealerFieldProps = { value: string; error: string | undefined; onChange(code: string): void }

/** Debounce of the dealer search, in milliseconds. */
const pause = 200

/** A dealer's code, with suggestions by code, name or city. */
export function DealerField({ value, error, onChange }: DealerFieldProps) {
  const { t } = useTranslation()
  const [found, setFound] = useState<readonly Found[]>([])
  const list = useId()
  useEffect(() => {
    const asking = new AbortController()
    const timer = setTimeout(() => {
      call(listAllDealers, { query: { q: value, show: 'active', limit: '10' } }, { signal: asking.signal })
        .then(({ items }) => setFound(items))
        // Suggestions are optional: the code can be typed without them.
        .catch(() => {})
    }, pause)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [value])
  const chosen = found.find(({ code }) => code === value)
  return (
    <>
      <TextField
        label={t('people.users.dealer')}
        name="dealer"
        list={list}
        maxLength={50}
        autoComplete="off"
        value={value}
        error={error}
        hint={chosen?.name ?? t('people.users.dealerHint')}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {found.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  )
}
