import { Search } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { useNavigate } from 'react-router'
import { Link } from '#web/ui/link.tsx'
import { Button, buttonClasses } from '#web/ui/form/button.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { PhoneFold } from '#web/ui/overlay/phone-fold.tsx'

type FilterFormProps = {
  /** Name of the form, text of its submit button, text of the link that clears all filters. */
  words: { label: string; apply: string; clear: string }
  /** Path of the list without filters. */
  page: string
  /** The current filters. When they change, the fields are reset. */
  values: readonly unknown[]
  isNarrowed: boolean
  /** Address of the list for the values of the fields. */
  pathOf(text: (name: string) => string): string
  /** A form of one field, which phones show at once. */
  isShort?: boolean
  children: ReactNode
}

/**
 * The filters of a list. They are part of the address, so that a filtered list can be bookmarked and shared. Collapsed
 * on phones.
 */
export function FilterForm({ isShort = false, ...form }: FilterFormProps) {
  if (isShort) return <Fields {...form} />
  return (
    <PhoneFold label={form.words.label} isOpen={form.isNarrowed}>
      <Fields {...form} />
    </PhoneFold>
  )
}

function Fields({ words, page, values, isNarrowed, pathOf, children }: Omit<FilterFormProps, 'isShort'>) {
  const goTo = useNavigate()
  const shown = useRef<HTMLFormElement>(null)
  // What is typed while the list of the last submit loads: the new fields keep it.
  const typed = useRef<Map<string, string>>(null)
  function keepTyped(form: HTMLFormElement | null): void {
    if (form === null || form === shown.current) return
    shown.current = form
    for (const [name, text] of typed.current ?? []) {
      const field = form.elements.namedItem(name)
      if (!(field instanceof HTMLInputElement)) continue
      field.value = text
      field.focus()
    }
    typed.current = null
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    typed.current = new Map()
    void goTo(pathOf(formTexts(new FormData(event.currentTarget))), { preventScrollReset: true })
  }
  return (
    <form
      key={values.map(String).join(' ')}
      ref={keepTyped}
      onInput={({ target }) => {
        if (target instanceof HTMLInputElement) typed.current?.set(target.name, target.value)
      }}
      action={new URL(page, 'http://shop').pathname}
      onSubmit={submit}
      role="search"
      aria-label={words.label}
      className="flex flex-wrap items-end gap-3"
    >
      {children}
      <Button type="submit" size="lg" className="max-sm:flex-1" icon={<Search size={16} aria-hidden="true" />}>
        {words.apply}
      </Button>
      {isNarrowed && (
        <Link to={page} preventScrollReset className={buttonClasses('ghost', 'lg')}>
          {words.clear}
        </Link>
      )}
    </form>
  )
}
