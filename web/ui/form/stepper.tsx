import { Minus, Plus } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import { FieldHint, type FieldHintState } from './field-hint.tsx'
import { suppressClick } from '#web/ui/suppress-click.ts'

export type StepperProps = {
  value: number
  onChange(value: number): void
  /** What a typed text means; called on Enter and on leaving the field. */
  read(text: string): number
  /** Whether `read` took a text as something else than it says: then `hint` is shown, and nothing but that happens. */
  isCorrected(text: string, value: number): boolean
  hint: string
  /** Says the hint elsewhere than beside the field; null = it holds no more. */
  onHint?: ((hint: string | null) => void) | undefined
  /** Selector of the button that does what Enter does: a press of it that corrects the field does no more. */
  button?: string | undefined
  /** What the text means while it is typed; null when it is settled. */
  onType?(value: number | null): void
  decrease(value: number): number
  increase(value: number): number
  canIncrease?: boolean
  invalid?: boolean
  disabled?: boolean
  size?: 'sm' | 'md' | 'lg'
  labels: { field: string; decrease: string; increase: string }
  onEnter?(value: number): void
  className?: string
  id?: string
}

const heights = { sm: 'h-7', md: 'h-8', lg: 'h-10' }

/**
 * − field +. The field takes typing, paste and a scanner's Enter; what was typed is read on Enter and when it is left.
 * The keys + and − step; a digit right after − is a negative number, never that digit. Arrows are left to the list around it.
 */
export function Stepper(props: StepperProps) {
  const { value, onChange, read, invalid = false, disabled = false, size = 'md', labels } = props
  const [draft, setDraft] = useState<string | null>(null)
  const [hint, setHint] = useState<FieldHintState | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const lastKey = useRef('')
  const endHint = useCallback(() => setHint(null), [])

  function settle(): { next: number; isCorrected: boolean } {
    if (draft === null) return { next: value, isCorrected: false }
    const next = read(draft)
    const isCorrected = props.isCorrected(draft, next)
    setDraft(null)
    props.onType?.(null)
    if (isCorrected) showHint()
    if (next !== value) onChange(next)
    return { next, isCorrected }
  }
  function showHint(): void {
    if (props.onHint !== undefined) props.onHint(props.hint)
    else if (frame.current !== null) setHint({ text: props.hint, field: frame.current.getBoundingClientRect() })
  }
  function dropHint(): void {
    setHint(null)
    props.onHint?.(null)
  }
  function leave(): void {
    if (settle().isCorrected && props.button !== undefined) suppressClick(props.button)
  }
  function step(next: number): void {
    setDraft(null)
    dropHint()
    props.onType?.(null)
    if (next !== value) onChange(next)
  }
  function type(text: string): void {
    setDraft(text)
    dropHint()
    props.onType?.(read(text))
  }
  const side =
    'flex w-7 shrink-0 items-center justify-center text-ink-2 hover:bg-hover hover:text-ink aria-disabled:text-ink-3/50 aria-disabled:hover:bg-transparent max-sm:w-11 pointer-coarse:w-11'
  const canDecrease = props.decrease(value) !== value

  return (
    <div
      ref={frame}
      data-invalid={invalid || undefined}
      className={classes(
        'field inline-flex items-stretch overflow-hidden border-line-2! focus-within:border-focus! data-invalid:border-danger!',
        'max-sm:h-11 max-sm:rounded-panel pointer-coarse:min-h-11',
        heights[size],
        disabled && 'opacity-50',
        props.className,
      )}
    >
      <button
        type="button"
        tabIndex={-1}
        disabled={disabled}
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
        disabled={disabled}
        aria-label={labels.field}
        aria-invalid={invalid || undefined}
        value={draft ?? String(value)}
        onChange={(event) => type(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => {
          lastKey.current = ''
          leave()
        }}
        onKeyDown={(event) => {
          const { key } = event
          const isNegative = lastKey.current === '-' && /^\d$/.test(key)
          lastKey.current = key
          if (isNegative) type(`-${key}`)
          else if (event.key === 'ArrowUp' || event.key === '+') {
            const now = settle().next
            if (props.canIncrease !== false) step(props.increase(now))
          } else if (event.key === 'ArrowDown' || event.key === '-') step(props.decrease(settle().next))
          else if (event.key === 'Enter') {
            const { next, isCorrected } = settle()
            if (!isCorrected) props.onEnter?.(next)
            if (!isCorrected && props.onEnter === undefined) return
          } else return
          event.preventDefault()
          if (isNegative) return
          // What is typed next replaces the figure.
          const field = event.currentTarget
          requestAnimationFrame(() => lastKey.current === key && field.select())
        }}
        className={classes(
          'w-full min-w-0 flex-1 border-x border-line bg-transparent text-center font-medium outline-none max-sm:text-16',
          invalid && 'text-danger',
        )}
      />
      <button
        type="button"
        tabIndex={-1}
        disabled={disabled}
        aria-label={labels.increase}
        aria-disabled={props.canIncrease === false}
        className={side}
        onClick={() => props.canIncrease !== false && step(props.increase(value))}
      >
        <Plus size={14} aria-hidden="true" />
      </button>
      {hint === null ? null : <FieldHint hint={hint} onEnd={endHint} />}
    </div>
  )
}
