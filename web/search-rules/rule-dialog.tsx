import { useState } from 'react'
import type { ListedSearchRule } from '#contract/admin/search-rules.ts'
import { splitRuleWords } from '#domain/search/rule-words.ts'
import { type SearchRuleKind, searchRuleKinds } from '#domain/search/search-rule.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { Select } from '#web/ui/form/select.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { useRuleChanges } from './use-rule-changes.ts'

type RuleDialogProps = { rule: ListedSearchRule | null; onClose(): void }

/** The form of a rule; `rule` null adds one. */
export function RuleDialog({ rule, onClose }: RuleDialogProps) {
  const { t } = useTranslation()
  const text = (name: string) => t(`administration.searchRules.${name}`)
  const [kind, setKind] = useState<SearchRuleKind>(rule?.kind ?? 'synonyms')
  const { isBusy, failure, send } = useSubmit()
  const { save } = useRuleChanges()
  const trySaving = (form: FormData) =>
    send(async () => {
      const field = formTexts(form)
      const targets = kind === 'one_way' ? splitRuleWords(kind, field('targets')) : [field('targets')]
      const values = { kind, words: splitRuleWords(kind, field('words')), targets: kind === 'synonyms' ? [] : targets }
      await save(rule, values)
      onClose()
    })
  const { words, targets } = failure?.fields ?? {}
  return (
    <FormDialog
      title={text(rule === null ? 'form.add' : 'form.edit')}
      saveLabel={text('form.save')}
      isBusy={isBusy}
      size="lg"
      onSend={trySaving}
      onClose={onClose}
    >
      <Failure text={words === undefined && targets === undefined ? failure?.message : undefined} />
      <Field label={text('form.kind')} hint={text(`kindHints.${kind}`)}>
        {(fieldProps) => (
          <Select
            {...fieldProps}
            size="lg"
            className="w-full"
            value={kind}
            onChange={({ target }) => setKind(searchRuleKinds.find((each) => each === target.value) ?? kind)}
          >
            {searchRuleKinds.map((each) => (
              <option key={each} value={each}>
                {text(`kinds.${each}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <WordsField
        kind={kind}
        name="words"
        label={text(`form.words.${kind}`)}
        error={words}
        saved={rule?.words ?? []}
        rows={kind === 'synonyms' ? 5 : 3}
      />
      {kind === 'one_way' && (
        <WordsField
          kind={kind}
          name="targets"
          label={text('form.targets.one_way')}
          error={targets}
          saved={rule?.targets ?? []}
          rows={3}
        />
      )}
      {(kind === 'code' || kind === 'redirect') && (
        <TextField
          key={kind}
          name="targets"
          label={text(`form.targets.${kind}`)}
          hint={kind === 'redirect' ? text('form.pathHint') : undefined}
          error={targets}
          defaultValue={rule?.kind === kind ? rule.targets[0] : ''}
          maxLength={1000}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </FormDialog>
  )
}

type WordsFieldProps = {
  kind: SearchRuleKind
  name: string
  label: string
  error: string | undefined
  saved: readonly string[]
  rows: number
}

/** Words in any usual notation, and below them how they are read. */
function WordsField({ kind, name, label, error, saved, rows }: WordsFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(saved.join('\n'))
  const words = splitRuleWords(kind, typed)
  const text = (key: string) => t(`administration.searchRules.form.${key}`)
  return (
    <div>
      <Field label={label} hint={text('separators')} error={error}>
        {(fieldProps) => (
          <textarea
            {...fieldProps}
            name={name}
            rows={rows}
            maxLength={5000}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            spellCheck={false}
            className="field w-full px-2.5 py-2"
          />
        )}
      </Field>
      {words.length > 0 && (
        <p className="mt-1.5 flex flex-wrap items-center gap-1.5 text-12 text-ink-2" data-testid={`read-${name}`}>
          {text('read')}
          {words.map((word, i) => (
            <span key={`${word} ${i}`} className="rounded-badge bg-fill px-1.5 py-0.5 font-medium text-ink">
              {word}
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
