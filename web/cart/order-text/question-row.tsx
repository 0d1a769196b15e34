import { X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import type { OrderTextChoice } from '#contract/shop/order-text.ts'
import { unitTitle } from '#domain/cart/unit-title.ts'
import { CodeField } from '#web/cart/quick-add/code-field.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { ChoiceRow } from './choice-row.tsx'
import { ForgetButton } from './forget-button.tsx'
import { isAnswered, type Question, withAnswer } from './order-text-lines.ts'

type QuestionRowProps = {
  question: Question
  onChange(question: Question): void
  onDrop(): void
  /** Called by Enter. */
  onNext(): void
}

/** A doubtful line: its text, the products that it may mean, quantity and unit. The keys 1 to 3 choose, Enter goes on. */
export function QuestionRow({ question, onChange, onDrop, onNext }: QuestionRowProps) {
  const { t } = useTranslation()
  const { key, line, answer, code } = question
  const field = useRef<HTMLInputElement>(null)
  const name = `question-${key}`
  const answerWith = (chosen: OrderTextChoice | 'other') => onChange(withAnswer(question, chosen))

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const isField = event.target instanceof HTMLElement && event.target.matches('input:not([type=radio]), select')
    const chosen = isField ? undefined : line.choices[Number(event.key) - 1]
    if (chosen !== undefined) answerWith(chosen)
    else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) onNext()
    else return
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the fields in it
    <li
      data-question={key}
      data-open={isAnswered(question) ? undefined : ''}
      onKeyDown={onKeyDown}
      className={classes('px-3 py-2.5', !isAnswered(question) && 'bg-warning-soft/30')}
    >
      <div className="mb-1.5 flex items-start gap-2">
        <span className="min-w-0 flex-1 text-13 font-medium break-words">{line.text.replaceAll('\t', ' · ')}</span>
        <IconButton label={t('orderText.drop', { row: line.row })} variant="danger" onClick={onDrop}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      </div>
      <div role="radiogroup" aria-label={line.text.slice(0, 200)} className="grid gap-px">
        {line.choices.map((choice, at) => (
          <ChoiceRow
            key={choice.productId}
            name={name}
            number={at + 1}
            choice={choice}
            isChosen={answer !== 'other' && answer?.productId === choice.productId}
            onChoose={() => answerWith(choice)}
          />
        ))}
        <label className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-control px-2 py-1 text-13 hover:bg-hover max-sm:min-h-11">
          <input
            type="radio"
            name={name}
            checked={answer === 'other'}
            onChange={() => answerWith('other')}
            className="size-4 shrink-0 accent-brand"
          />
          {t(line.choices.length === 0 ? 'orderText.search' : 'orderText.other')}
        </label>
      </div>
      {answer === 'other' && (
        <div className="mt-1 pl-8">
          <CodeField
            field={field}
            code={code}
            onCode={(next) => onChange({ ...question, code: next })}
            onPaste={() => {}}
          />
        </div>
      )}
      <Amount question={question} onChange={onChange} />
      <Notes question={question} />
    </li>
  )
}

function Amount({ question, onChange }: Pick<QuestionRowProps, 'question' | 'onChange'>) {
  const { t, language } = useTranslation()
  const { line, answer, typed, unit } = question
  const units = answer === null || answer === 'other' ? (line.choices[0]?.units ?? []) : answer.units
  return (
    <div className="mt-1.5 flex flex-wrap items-center gap-1.5 pl-8">
      <input
        value={typed}
        onChange={(event) => onChange({ ...question, typed: event.target.value })}
        aria-label={t('cartPage.paste.quantityOf', { row: line.row })}
        placeholder="1"
        inputMode="numeric"
        autoComplete="off"
        maxLength={30}
        className="field h-8 w-18 px-2 text-right text-13 tabular-nums max-sm:h-11"
      />
      {answer !== 'other' && units.length > 0 && (
        <Select
          value={unit}
          aria-label={t('cartPage.paste.unitOf', { row: line.row })}
          onChange={(event) => onChange({ ...question, unit: event.target.value })}
          className="w-32"
        >
          {units.map((each) => (
            <option key={each.value} value={each.value}>
              {unitTitle(each, language)}
            </option>
          ))}
        </Select>
      )}
    </div>
  )
}

/** What is in doubt besides the product, the price that is ignored, and how to forget an earlier choice. */
function Notes({ question: { line } }: Pick<QuestionRowProps, 'question'>) {
  const { t } = useTranslation()
  const doubts = line.choices.length === 0 ? [] : line.doubts.filter((doubt) => doubt !== 'product')
  const learned = line.choices.some(({ isLearned }) => isLearned)
  return (
    <div className="mt-1 grid justify-items-start gap-0.5 pl-8 text-12">
      {doubts.map((doubt) => (
        <span key={doubt} className="text-warning">
          {t(`orderText.doubts.${doubt}`)}
        </span>
      ))}
      {line.price !== undefined && (
        <span className="text-ink-2">{t('cartPage.paste.price', { price: line.price })}</span>
      )}
      {learned && line.words !== undefined && <ForgetButton words={line.words} />}
    </div>
  )
}
