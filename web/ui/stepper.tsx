import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { classes } from './classes.ts'

export type StepperProps = {
  value: number
  onChange(value: number): void
  /** What a typed text means; called on Enter and on leaving the field. */
  read(text: string): number
  decrease(value: number): number
  increase(value: number): number
  canIncrease?: boolean
  invalid?: boolean
  size?: 'sm' | 'md' | 'lg'
  labels: { field: string; decrease: string; increase: string }
  onEnter?(value: number): void
  className?: string
  id?: string
}

const heights = { sm: 'h-7', md: 'h-8', lg: 'h-10' }

/**
 * − field +. The field takes typing, paste and a scanner's Enter; what was typed is read on Enter and when it is left.
 * The keys + and − step; arrows are left to the list around it.
 */
export function Stepper(props: StepperProps) {
  const { value, onChange, read, invalid = false, size = 'md', labels } = props
  const [draft, setDraft] = useState<string | null>(null)

  function settle(): number {
    if (draft === null) return value
    const next = read(draft)
    setDraft(null)
    if (next !== value) onChange(next)
    return next
  }
  function step(next: number): void {
    setDraft(null)
    if (next !== value) onChange(next)
  }
  const side =
    'flex w-7 shrink-0 items-center justify-center text-ink-2 hover:bg-hover hover:text-ink aria-disabled:text-ink-3/50 aria-disabled:hover:bg-transparent max-sm:w-11 pointer-coarse:w-11'
  const canDecrease = props.decrease(value) !== value

  return (
    <div
      data-invalid={invalid || undefined}
      className={classes(
        'field inline-flex items-stretch overflow-hidden border-line-2! focus-within:border-focus! data-invalid:border-danger!',
        'max-sm:h-11 max-sm:rounded-panel pointer-coarse:min-h-11',
        heights[size],
        props.className,
      )}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-label={labels.decrease}
        aria-disabled={!canDecrease}
        className={side}
        onClick={() => step(props.decrease(value))}
      >
        <Minus size={14} aria-hidden="true" />
      </button>
      <input
        id={props.id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        aria-label={labels.field}
        aria-invalid={invalid || undefined}
        value={draft ?? String(value)}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'ArrowUp' || event.key === '+') {
            const now = settle()
            if (props.canIncrease !== false) step(props.increase(now))
          } else if (event.key === 'ArrowDown' || event.key === '-') step(props.decrease(settle()))
          else if (event.key === 'Enter') {
            const next = settle()
            props.onEnter?.(next)
            if (props.onEnter === undefined) return
          } else return
          event.preventDefault()
          // What is typed next replaces the figure.
          const field = event.currentTarget
          requestAnimationFrame(() => field.select())
        }}
        className={classes(
          'w-full min-w-0 flex-1 border-x border-line bg-transparent text-center font-medium outline-none max-sm:text-16',
          invalid && 'text-danger',
        )}
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label={labels.increase}
        aria-disabled={props.canIncrease === false}
        className={side}
        onClick={() => props.canIncrease !== false && step(props.increase(value))}
      >
        <Plus size={14} aria-hidden="true" />
      </button>
    </div>
  )
}
