import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

const itemClasses =
  'flex min-h-8 w-full items-center gap-2 rounded-control px-2.5 py-1 text-left text-13 whitespace-nowrap text-ink outline-none select-none hover:bg-hover focus:bg-hover focus-visible:outline-2 focus-visible:-outline-offset-2 max-sm:min-h-11 max-sm:text-15 pointer-coarse:min-h-11'

export function MenuItem({ icon, onSelect, children }: { icon?: ReactNode; onSelect(): void; children: ReactNode }) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} className={itemClasses} onClick={onSelect}>
      {icon}
      {children}
    </button>
  )
}

export type MenuChoice<T extends string> = { value: T; label: ReactNode; icon?: ReactNode }
type MenuChoicesProps<T extends string> = {
  label: string
  value: T
  choices: readonly MenuChoice<T>[]
  onChoose(value: T): void
}

/** A group of choices, one of them selected. */
export function MenuChoices<T extends string>(props: MenuChoicesProps<T>) {
  return (
    <fieldset aria-label={props.label}>
      {props.choices.map(({ value, label, icon }) => (
        <button
          key={value}
          type="button"
          role="menuitemradio"
          aria-checked={value === props.value}
          tabIndex={-1}
          className={itemClasses}
          onClick={() => value !== props.value && props.onChoose(value)}
        >
          {icon}
          <span className="flex-1">{label}</span>
          {value === props.value && <Check size={14} aria-hidden="true" className="text-brand-ink" />}
        </button>
      ))}
    </fieldset>
  )
}

export function MenuHeading({ children }: { children: ReactNode }) {
  return <div className="mb-1 border-b border-line px-2.5 pt-1 pb-2">{children}</div>
}
