import { TriangleAlert } from 'lucide-react'
import type { ImportDetail, ImportOptionsInput, ImportQuestion } from '#contract/admin/imports.ts'
import { useTranslation } from '#web/ui/translation.ts'

type Props = {
  detail: ImportDetail
  options: ImportOptionsInput
  onChange(part: Partial<ImportOptionsInput>): void
}

/** What the files leave open, with the possible answers. The preview is refreshed with them. */
export function ImportQuestions({ detail: { questions }, options, onChange }: Props) {
  const { t } = useTranslation()
  if (questions.length === 0) return null
  return (
    <section
      aria-labelledby="import-questions"
      className="flex flex-col gap-3 rounded-control border border-warning/30 bg-warning-soft p-3"
    >
      <div className="flex gap-2">
        <TriangleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-warning" />
        <div>
          <h2 id="import-questions" className="text-14 font-semibold">
            {t('imports.questions.title')}
          </h2>
          <p className="text-13 text-ink-2">{t('imports.questions.text')}</p>
        </div>
      </div>
      {questions.map((question) => (
        <Question key={JSON.stringify(question)} question={question} options={options} onChange={onChange} />
      ))}
    </section>
  )
}

type QuestionProps = Omit<Props, 'detail'> & { question: ImportQuestion }

function Question({ question: { kind, file, columns, examples }, options, onChange }: QuestionProps) {
  const { t } = useTranslation()
  const textOf = (name: string) => t(`imports.questions.${kind}.${name}`, { file, columns: columns.join(', ') })
  const answers = [
    { label: t('imports.options.net'), value: 'net' },
    { label: t('imports.options.gross'), value: 'gross' },
  ]
  return (
    <fieldset data-testid="import-question" className="min-w-0 rounded-control bg-surface p-3">
      <legend className="float-left mb-1 w-full text-14 font-medium [overflow-wrap:anywhere]">{textOf('title')}</legend>
      <p className="clear-both text-13 text-ink-2">{textOf('text')}</p>
      {examples.length > 0 && (
        <p className="code mt-1 text-12 text-ink-2 [overflow-wrap:anywhere]">
          {t('imports.questions.examples', { values: examples.join(' · ') })}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        {answers.map(({ label, value }) => (
          <label key={value} className="flex min-h-6 cursor-pointer items-center gap-2 text-13 pointer-coarse:min-h-11">
            <input
              type="radio"
              name={`${kind} ${file}`}
              className="accent-brand"
              checked={options.prices === value}
              onChange={() => onChange({ prices: value })}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
