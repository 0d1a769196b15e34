import { useEffect, useId, useState } from 'react'
import { TextField } from '#web/ui/form/field.tsx'

type Suggestion = { code: string; name: string }
type CodeFieldProps = {
  label: string
  name: string
  value: string
  error: string | undefined
  hint: string
  maxLength: number
  suggest(text: string, signal: AbortSignal): Promise<readonly Suggestion[]>
  onChange(code: string): void
}

/** Debounce of the search, in milliseconds. */
const debounce = 200

/** A code, with suggestions by code or name. */
export function CodeField({ value, hint, suggest, onChange, ...field }: CodeFieldProps) {
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([])
  const listId = useId()
  useEffect(() => {
    const controller = new AbortController()
    const timer = setTimeout(() => {
      // Suggestions are optional: the code can be typed without them.
      suggest(value, controller.signal).then(setSuggestions, () => {})
    }, debounce)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [value, suggest])
  const chosen = suggestions.find(({ code }) => code === value)
  return (
    <>
      <TextField
        {...field}
        list={listId}
        autoComplete="off"
        value={value}
        hint={chosen?.name ?? hint}
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
