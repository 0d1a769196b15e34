import { useState } from 'react'
import type { ListedSearchRule } from '#contract/admin/search-rules.ts'
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
      const values = { kind, words: linesOf(field('words')), targets: linesOf(field('targets')) }
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
      <LinesField
        name="words"
        label={text(`form.words.${kind}`)}
        hint={text('form.eachLine')}
        error={words}
        lines={rule?.words ?? []}
        rows={kind === 'synonyms' ? 5 : 3}
      />
      {kind === 'one_way' && (
        <LinesField
          name="targets"
          label={text('form.targets.one_way')}
          hint={text('form.eachLine')}
          error={targets}
          lines={rule?.targets ?? []}
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

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')

type LinesFieldProps = {
  name: string
  label: string
  hint: string
  error: string | undefined
  lines: readonly string[]
  rows: number
}

function LinesField({ name, label, hint, error, lines, rows }: LinesFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(fieldProps) => (
        <textarea
          {...fieldProps}
          name={name}
          rows={rows}
          maxLength={5000}
          defaultValue={lines.join('\n')}
          spellCheck={false}
          className="field w-full px-2.5 py-2"
        />
      )}
    </Field>
  )
}
