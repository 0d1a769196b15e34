import type { Question } from './order-text-lines.ts'
import { isAnswered } from './order-text-lines.ts'
import { QuestionRow } from './question-row.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type QuestionListProps = {
  questions: readonly Question[]
  onChange(question: Question): void
  onDrop(key: number): void
  /** Called from the last question. */
  onDone(): void
}

/** Doubtful lines above this number are asked about after the first ones. */
export const maxShownQuestions = 100

/** The doubtful lines of a text, each with its choices. Enter goes to the next open one. */
export function QuestionList({ questions, onChange, onDrop, onDone }: QuestionListProps) {
  const { t } = useTranslation()
  if (questions.length === 0) return null
  const open = questions.filter((question) => !isAnswered(question))

  function goOn(key: number): void {
    const next = open.find((question) => question.key > key) ?? open.find((question) => question.key !== key)
    const group = next === undefined ? null : document.querySelector<HTMLElement>(`[data-question="${next.key}"] input`)
    if (group === null) onDone()
    else group.focus()
  }
  return (
    <section aria-label={t('orderText.questions')} className="mb-4">
      <h3 className="mb-1 text-13 font-semibold">{t('orderText.questions')}</h3>
      <p className="mb-2 text-12 text-ink-2">{t('orderText.keys')}</p>
      <ul className="divide-y divide-line overflow-hidden rounded-panel border border-line">
        {questions.slice(0, maxShownQuestions).map((question) => (
          <QuestionRow
            key={question.key}
            question={question}
            onChange={onChange}
            onDrop={() => onDrop(question.key)}
            onNext={() => goOn(question.key)}
          />
        ))}
      </ul>
      {questions.length > maxShownQuestions && (
        <p className="mt-2 text-12 text-ink-2">
          {t('orderText.more', { count: questions.length - maxShownQuestions })}
        </p>
      )}
    </section>
  )
}
