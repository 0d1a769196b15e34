import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useRef, useState } from 'react'
import { classes } from '#web/ui/classes.ts'
import { FieldHint, type FieldHintState } from './field-hint.tsx'
import { suppressClick } from '#web/ui/suppress-click.ts'

export type StepperProps = {
  value: number
  onChange(value: number): void
  /** Parses the typed text; called on Enter and when the field loses focus. */
  parse(text: string): number
  /** Whether `parse` replaced invalid text with another value: then `hint` is shown and Enter does nothing else. */
  isCorrected(text: string, value: number): boolean
  hint: string
  /** Shows the hint elsewhere than next to the field; null removes it. */
  onHint?: ((hint: string | null) => void) | undefined
  /** Selector of the button that does the same as Enter: a click on it that corrects the field does nothing else. */
  button?: string | undefined
  /** Called with the parsed text while typing; null once the value is settled. */
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

const heights = { sm: 'stepper-sm', md: 'stepper-md', lg: 'stepper-lg' }

/**
 * − field +. The field accepts typing, paste and a scanner's Enter; the text is parsed on Enter and when the field loses
 * focus. The keys + and − step, and so do the arrow keys unless a list around the field handles them first. A digit typed
 * right after − is a negative number, not that digit.
 */
export function Stepper(props: StepperProps) {
  const { value, invalid = false, disabled = false, size = 'md', labels, canIncrease = true } = props
  const frame = useRef<HTMLDivElement>(null)
  const { hint, showHint, removeHint, closeHint } = useHint(props, frame)
  const { draft, settle, step, type } = useDraft(props, showHint, removeHint)
  const lastKey = useRef('')
  return (
    <div
      ref={frame}
      data-invalid={invalid || undefined}
      className={classes('stepper', heights[size], disabled && 'opacity-50', props.className)}
    >
      <StepButton
        label={labels.decrease}
        disabled={disabled}
        isEnabled={props.decrease(value) !== value}
        onClick={() => step(props.decrease(value))}
      >
        <Minus size={14} aria-hidden="true" />
      </StepButton>
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
          if (settle().isCorrected && props.button !== undefined) suppressClick(props.button)
        }}
        onKeyDown={(event) => handleKey(event, lastKey, props, { settle, step, type })}
        className={classes('step-field', invalid && 'text-danger')}
      />
      <StepButton
        label={labels.increase}
        disabled={disabled}
        isEnabled={canIncrease}
        onClick={() => canIncrease && step(props.increase(value))}
      >
        <Plus size={14} aria-hidden="true" />
      </StepButton>
      {hint === null ? null : <FieldHint hint={hint} onClose={closeHint} />}
    </div>
  )
}

/** Shows the hint next to the field, or passes it to `onHint`. */
function useHint({ hint: text, onHint }: StepperProps, frame: RefObject<HTMLDivElement | null>) {
  const [hint, setHint] = useState<FieldHintState | null>(null)
  const closeHint = useCallback(() => setHint(null), [])
  return {
    hint,
    closeHint,
    showHint(): void {
      if (onHint !== undefined) onHint(text)
      else if (frame.current !== null) setHint({ text, field: frame.current.getBoundingClientRect() })
    },
    removeHint(): void {
      setHint(null)
      onHint?.(null)
    },
  }
}

type Draft = {
  /** The typed text; null while there is none. */
  draft: string | null
  /** Parses the draft and reports the new value. */
  settle(): { next: number; isCorrected: boolean }
  step(next: number): void
  type(text: string): void
}

function useDraft(props: StepperProps, showHint: () => void, removeHint: () => void): Draft {
  const { value, onChange, onType, parse } = props
  const [draft, setDraft] = useState<string | null>(null)
  return {
    draft,
    settle() {
      if (draft === null) return { next: value, isCorrected: false }
      const next = parse(draft)
      const isCorrected = props.isCorrected(draft, next)
      setDraft(null)
      onType?.(null)
      if (isCorrected) showHint()
      if (next !== value) onChange(next)
      return { next, isCorrected }
    },
    step(next) {
      setDraft(null)
      removeHint()
      onType?.(null)
      if (next !== value) onChange(next)
    },
    type(text) {
      setDraft(text)
      removeHint()
      onType?.(parse(text))
    },
  }
}

function handleKey(
  event: KeyboardEvent<HTMLInputElement>,
  lastKey: RefObject<string>,
  { canIncrease = true, decrease, increase, onEnter }: StepperProps,
  { settle, step, type }: Omit<Draft, 'draft'>,
): void {
  const { key } = event
  const isNegative = lastKey.current === '-' && /^\d$/.test(key)
  lastKey.current = key
  if (isNegative) type(`-${key}`)
  else if (key === 'ArrowUp' || key === '+') {
    const { next } = settle()
    if (canIncrease) step(increase(next))
  } else if (key === 'ArrowDown' || key === '-') step(decrease(settle().next))
  else if (key === 'Enter') {
    const { next, isCorrected } = settle()
    if (!isCorrected) onEnter?.(next)
    if (!isCorrected && onEnter === undefined) return
  } else return
  event.preventDefault()
  if (isNegative) return
  // Selects the value, so that typing replaces it.
  const field = event.currentTarget
  requestAnimationFrame(() => lastKey.current === key && field.select())
}

type StepButtonProps = { label: string; disabled: boolean; isEnabled: boolean; onClick(): void; children: ReactNode }

function StepButton({ label, disabled, isEnabled, onClick, children }: StepButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      data-steps=""
      disabled={disabled}
      aria-label={label}
      aria-disabled={!isEnabled}
      className="step-button"
      onClick={onClick}
    >
      {children}
    </button>
  )
}
