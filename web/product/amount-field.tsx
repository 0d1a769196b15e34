import {
  type ChangeEvent,
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  type AmountEntry,
  editAmount,
  entryOfSent,
  fillAmount,
  finishAmount,
  sentAmount,
} from '#domain/money/amount-entry.ts'
import { type AmountNotation, writeAmount } from '#domain/money/typed-amount.ts'
import { classes } from '#web/ui/classes.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type AmountInputOptions = {
  /** In Turkish notation, as forms and calls have amounts; '' for none. */
  value: string
  /** Called with the amount in Turkish notation, '' for none, or a text that is refused as an amount. */
  onChange(amount: string): void
  /** The most decimals. */
  places?: number | undefined
  ref?: RefObject<HTMLInputElement | null> | undefined
  onBlur?: (() => void) | undefined
}

/**
 * The behavior of every field of an amount: thousands are grouped while typing, in the notation of the page's language, and
 * an amount with two readings is asked about. Returns the attributes of the input, and the question to show below it.
 */
export function useAmountInput({ value, onChange, places = 2, ref, onBlur }: AmountInputOptions) {
  const { language } = useTranslation()
  const notation = useMemo((): AmountNotation => ({ sign: language === 'en' ? '.' : ',', places }), [language, places])
  const input = useRef<HTMLInputElement>(null)
  const [entry, setEntry] = useState(() => entryOfSent(value, notation))
  const [given, setGiven] = useState(value)
  if (value !== given) {
    setGiven(value)
    setEntry(entryOfSent(value, notation))
  }
  useImperativeHandle(ref, () => input.current as HTMLInputElement, [])
  useLayoutEffect(() => {
    if (document.activeElement === input.current) input.current?.setSelectionRange(entry.caret, entry.caret)
  }, [entry])

  function show(next: AmountEntry): void {
    const sent = sentAmount(next, notation)
    setEntry(next)
    setGiven(sent)
    if (sent !== value) onChange(sent)
  }
  const attributes = {
    ref: input,
    type: 'text',
    inputMode: 'decimal',
    autoComplete: 'off',
    maxLength: 40,
    value: entry.text,
    onChange({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
      const isForward = (nativeEvent as InputEvent).inputType === 'deleteContentForward'
      const caret = target.selectionStart ?? target.value.length
      show(editAmount(entry, { text: target.value, caret, isForward }, notation))
    },
    onBlur() {
      setEntry(finishAmount(entry, notation))
      onBlur?.()
    },
  } as const
  const question = entry.question && (
    <AmountQuestion
      question={entry.question}
      notation={notation}
      onAnswer={(amount) => {
        show(fillAmount(amount, notation))
        input.current?.focus()
      }}
    />
  )
  return { attributes, question }
}

type AmountQuestionProps = {
  question: NonNullable<AmountEntry['question']>
  notation: AmountNotation
  onAnswer(amount: string): void
}

type AmountInputProps = AmountInputOptions &
  Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur' | 'ref' | 'type' | 'inputMode' | 'maxLength'> & {
    /** Shown within the field, such as the currency. */
    end?: ReactNode
  }

/** An input of an amount, and below it the question about one with two readings. */
export function AmountInput({ value, onChange, places, ref, onBlur, ...input }: AmountInputProps) {
  const { attributes, question } = useAmountInput({ value, onChange, places, ref, onBlur })
  return (
    <>
      <Input {...input} {...attributes} />
      {question}
    </>
  )
}

function Input({ end, ...input }: ComponentProps<'input'> & { end?: ReactNode }) {
  return (
    <div className="relative">
      <input {...input} />
      {end !== undefined && <div className="absolute inset-y-0 right-1 flex items-center">{end}</div>}
    </div>
  )
}

/** Asks which of two amounts was meant. */
function AmountQuestion({ question: { typed, grouped, decimals }, notation, onAnswer }: AmountQuestionProps) {
  const { t } = useTranslation()
  return (
    <div role="status" className="mt-1.5 text-left text-13">
      <p className="font-medium text-warning">{t('amountField.question', { typed })}</p>
      <div className="mt-1.5 flex flex-wrap gap-2">
        {[grouped, decimals].map((amount) => (
          <Button key={amount} size="card" className="tabular-nums" onClick={() => onAnswer(amount)}>
            {writeAmount(amount, notation.sign)}
          </Button>
        ))}
      </div>
    </div>
  )
}

type AmountFieldProps = Omit<ComponentProps<typeof Field>, 'children'> &
  Omit<AmountInputProps, 'className'> & { inputClassName?: string }

/** A labelled field of an amount. An open question takes the place of an error. */
export function AmountField({ label, note, error, hint, className, inputClassName, ...input }: AmountFieldProps) {
  const { value, onChange, places, ref, onBlur, end, ...rest } = input
  const { attributes, question } = useAmountInput({ value, onChange, places, ref, onBlur })
  return (
    <Field label={label} note={note} error={question === null ? error : undefined} hint={hint} className={className}>
      {(fieldProps) => (
        <>
          <Input
            {...rest}
            {...attributes}
            {...fieldProps}
            end={end}
            className={classes(
              'field h-10 w-full px-2.5 text-right tabular-nums max-sm:h-11',
              end !== undefined && 'pr-11',
              inputClassName,
            )}
          />
          {question}
        </>
      )}
    </Field>
  )
}
