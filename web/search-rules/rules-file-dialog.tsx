import { useState } from 'react'
import { useRevalidator } from 'react-router'
import {
  addSearchRules,
  previewSearchRules,
  searchRuleOutcomes,
  type SearchRuleLine,
  searchRulesFileBytesMax,
} from '#contract/admin/search-rules.ts'
import { call } from '#web/app/data/call.ts'
import { sendFile } from '#web/app/data/send-file.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { FileLinesTable } from '#web/ui/file-lines-table.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { FileChooser } from '#web/ui/form/file-chooser.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const linesShown = 200
const tones = { new: 'success', same: 'neutral', problem: 'warning' } as const

/** Reads a file of rules, shows what each line would do, and adds the new ones. */
export function RulesFileDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, failure, send } = useSubmit()
  const [lines, setLines] = useState<readonly SearchRuleLine[] | null>(null)
  const text = (name: string, facts?: Record<string, string | number>) =>
    t(`administration.searchRules.file.${name}`, facts)
  const rules = (lines ?? []).flatMap(({ outcome, values }) => (outcome === 'new' && values ? [values] : []))

  function preview(file: File | null): void {
    setLines(null)
    if (file === null) return
    void send(async () => setLines((await sendFile(previewSearchRules, file, () => {}).done).lines))
  }
  const apply = () =>
    send(async () => {
      const { added } = await call(addSearchRules, { body: { rules } })
      await revalidate()
      notify.success(text('added', { count: added }), { id: 'search-rule' })
      onClose()
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text('title')}
      width="lg"
      actions={
        <>
          <Button size="lg" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          {rules.length > 0 && (
            <Button variant="solid" size="lg" busy={isBusy} onClick={() => void apply()}>
              {text('apply', { count: rules.length })}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-13 text-ink-2">{text('hint')}</p>
        <FileChooser
          label={text('choose')}
          bytesMax={searchRulesFileBytesMax}
          tooLargeText={text('tooLarge')}
          refusal={failure?.fields['rules'] ?? failure?.message}
          isBusy={isBusy && lines === null}
          variant={rules.length > 0 ? 'outline' : 'solid'}
          onFile={preview}
        />
        {lines !== null && <Preview lines={lines} />}
      </div>
    </Dialog>
  )
}

function Preview({ lines }: { lines: readonly SearchRuleLine[] }) {
  const { t, formatQuantity } = useTranslation()
  const text = (name: string, facts?: Record<string, string | number>) =>
    t(`administration.searchRules.file.${name}`, facts)
  const countOf = (outcome: string) => formatQuantity(lines.filter((line) => line.outcome === outcome).length)
  if (lines.length === 0) return <p role="status">{text('empty')}</p>
  const counts = Object.fromEntries(searchRuleOutcomes.map((outcome) => [outcome, countOf(outcome)]))
  const isLong = lines.length > linesShown
  const isProblem = ({ outcome }: SearchRuleLine) => (outcome === 'problem' ? 0 : 1)
  const shown = isLong ? lines.toSorted((a, b) => isProblem(a) - isProblem(b)).slice(0, linesShown) : lines
  return (
    <>
      <p role="status" className="text-14 font-medium">
        {text('counts', counts)}
      </p>
      {isLong && <p className="text-12 text-ink-2">{text('shown', { shown: linesShown })}</p>}
      <FileLinesTable
        label={text('title')}
        head={{ line: text('line'), text: text('rule'), outcome: text('outcome') }}
        lines={shown.map(({ line, outcome, text: rule, problem }) => ({
          line,
          text: rule,
          tone: tones[outcome],
          outcome: text(`outcomes.${outcome}`),
          problems: problem === null ? [] : [problem],
        }))}
      />
    </>
  )
}
