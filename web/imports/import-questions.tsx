import { TriangleAlert } from 'lucide-react'
import type { ImportDetail } from '#contract/admin/imports/imports.ts'
import type { ImportOptionsInput } from '#contract/admin/imports/import-options.ts'
import type { ImportQuestion } from '#contract/admin/imports/import-inspection.ts'
import { Select } from '#web/ui/form/select.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { mapColumn, usesOfColumn } from './column-mapping.ts'

type Options = ImportOptionsInput
type Props = { detail: ImportDetail; options: Options; onChange(part: Partial<Options>): void }
type Answer = { label: string; example?: string; isChosen: boolean; choose(): void }
type QuestionProps = Omit<Props, 'detail'> & { question: ImportQuestion }

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

function Question({ question, options, onChange }: QuestionProps) {
  const { t } = useTranslation()
  const { kind, file, columns, field, examples } = question
  const facts = { file, columns: columns.join(', '), field: field ? t(`imports.fields.${field}`) : '' }
  const textOf = (name: string) => t(`imports.questions.${kind}.${name}`, facts)
  const answers = useAnswers({ question, options, onChange })
  return (
    <fieldset data-testid="import-question" className="min-w-0 rounded-control bg-surface p-3">
      <legend className="float-left mb-1 w-full text-14 font-medium [overflow-wrap:anywhere]">{textOf('title')}</legend>
      <p className="clear-both text-13 text-ink-2">{textOf('text')}</p>
      {kind !== 'field' && examples.length > 0 && (
        <p className="code mt-1 text-12 text-ink-2 [overflow-wrap:anywhere]">
          {t('imports.questions.examples', { values: examples.join(' · ') })}
        </p>
      )}
      {kind === 'key' ? (
        <KeyAnswer question={question} options={options} onChange={onChange} />
      ) : (
        <div className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
          {answers.map(({ label, example, isChosen, choose }) => (
            <label
              key={label}
              className="flex min-h-6 cursor-pointer items-center gap-2 text-13 pointer-coarse:min-h-11"
            >
              <input
                type="radio"
                name={`${kind} ${file} ${facts.columns}`}
                className="shrink-0 accent-brand"
                checked={isChosen}
                onChange={choose}
              />
              <span className="[overflow-wrap:anywhere]">
                {label}
                {example && <span className="code ml-2 text-12 text-ink-2">{example}</span>}
              </span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  )
}

function useAnswers({ question: { kind, columns, field, examples }, options, onChange }: QuestionProps): Answer[] {
  const { t } = useTranslation()
  const [column = ''] = columns
  switch (kind) {
    case 'prices':
      return (['net', 'gross'] as const).map((prices) => ({
        label: t(`imports.options.${prices}`),
        isChosen: options.prices === prices,
        choose: () => onChange({ prices }),
      }))
    case 'jumps':
      return (['accept', 'keep'] as const).map((priceJumps) => ({
        label: t(`imports.questions.jumps.${priceJumps}`),
        isChosen: options.priceJumps === priceJumps,
        choose: () => onChange({ priceJumps }),
      }))
    case 'repeated':
      return (['first', 'last', 'none'] as const).map((repeatedPrices) => ({
        label: t(`imports.questions.repeated.${repeatedPrices}`),
        isChosen: options.repeatedPrices === repeatedPrices,
        choose: () => onChange({ repeatedPrices }),
      }))
    case 'brands':
      return (['different', 'one'] as const).map((answer) => ({
        label: t(`imports.questions.brands.${answer}`),
        isChosen: answer === 'one' ? options.repeatedCodes === 'one' : options.key === 'brand+code',
        choose: () =>
          onChange(
            answer === 'one' ? { key: 'code', repeatedCodes: 'one' } : { key: 'brand+code', repeatedCodes: null },
          ),
      }))
    case 'decimal':
      return ([',', '.', 'each'] as const).map((sign) => ({
        label: t(sign === 'each' ? 'imports.questions.each' : `imports.options.${sign === ',' ? 'comma' : 'point'}`),
        isChosen: options.decimals?.[column] === sign,
        choose: () => onChange({ decimals: { ...options.decimals, [column]: sign } }),
      }))
    case 'sheet':
      return columns.map((sheet) => ({
        label: sheet,
        isChosen: options.sheet === sheet,
        choose: () => onChange({ sheet }),
      }))
    case 'field':
      return columns.map((name, at) => ({
        label: name,
        example: examples[at] ?? '',
        isChosen: field !== undefined && usesOfColumn(options.mapping, name).includes(field),
        choose: () => onChange({ mapping: mapColumn(options.mapping, name, [field ?? '']) }),
      }))
    case 'key':
      return []
  }
}

/** The column that has the stock codes, or matching by name. */
function KeyAnswer({ question: { columns }, options, onChange }: QuestionProps) {
  const { t } = useTranslation()
  const chosen = columns.findIndex((name) => usesOfColumn(options.mapping, name).includes('code'))
  return (
    <Select
      aria-label={t('imports.questions.key.title')}
      className="mt-2 w-full sm:w-80"
      value={options.key === 'name' ? 'name' : chosen < 0 ? '' : String(chosen)}
      onChange={({ target }) => {
        const name = columns[Number(target.value)]
        if (target.value === 'name') onChange({ key: 'name' })
        else if (target.value !== '' && name !== undefined)
          onChange({ key: 'code', mapping: mapColumn(options.mapping, name, ['code']) })
      }}
    >
      <option value="">{t('imports.questions.choose')}</option>
      {columns.map((name, at) => (
        <option key={name} value={at}>
          {name}
        </option>
      ))}
      <option value="name">{t('imports.questions.byName')}</option>
    </Select>
  )
}
