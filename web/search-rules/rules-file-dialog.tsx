import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
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
import { Badge } from '#web/ui/badge.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { Cell, HeadCell, Table, TableHead } from '#web/ui/table.tsx'
import { useTranslation } from '#web/ui/translation.ts'

const linesShown = 200
const tones = { new: 'success', same: 'neutral', problem: 'warning' } as const

/** Reads a file of rules, shows what each line would do, and adds the new ones. */
export function RulesFileDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, failure, send } = useSubmit()
  const input = useRef<HTMLInputElement>(null)
  const [lines, setLines] = useState<readonly SearchRuleLine[] | null>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const text = (name: string, facts?: Record<string, string | number>) =>
    t(`administration.searchRules.file.${name}`, facts)
  const rules = (lines ?? []).flatMap(({ outcome, values }) => (outcome === 'new' && values ? [values] : []))

  function preview(file: File | undefined): void {
    if (input.current) input.current.value = ''
    if (file === undefined) return
    setLines(null)
    setTooLarge(file.size > searchRulesFileBytesMax)
    if (file.size > searchRulesFileBytesMax) return
    void send(async () => setLines((await sendFile(previewSearchRules, file, () => {}).done).lines))
  }
  const apply = () =>
    send(async () => {
      const { added } = await call(addSearchRules, { body: { rules } })
      await revalidate()
      notify.success(text('added', { count: added }), { id: 'search-rule' })
      onClose()
    })
  const refusal = isTooLarge ? text('tooLarge') : (failure?.fields['rules'] ?? failure?.message)
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
        <input
          ref={input}
          type="file"
          hidden
          aria-label={text('choose')}
          accept=".csv,.tsv,.txt,.xlsx"
          onChange={({ target }) => preview(target.files?.[0])}
        />
        <Button
          size="lg"
          variant={rules.length > 0 ? 'outline' : 'solid'}
          busy={isBusy && lines === null}
          icon={<FileUp size={16} aria-hidden="true" />}
          className="self-start"
          onClick={() => input.current?.click()}
        >
          {text('choose')}
        </Button>
        <Failure text={refusal} />
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
      <ScrollRegion label={text('title')} className="rounded-panel border border-line">
        <Table>
          <TableHead>
            <tr className="border-b border-line">
              <HeadCell align="right">{text('line')}</HeadCell>
              <HeadCell className="w-1/2">{text('rule')}</HeadCell>
              <HeadCell>{text('outcome')}</HeadCell>
            </tr>
          </TableHead>
          <tbody>
            {shown.map(({ line, outcome, text: rule, problem }) => (
              <tr key={line} className="border-b border-line align-top last:border-0 [&>td]:py-1.5">
                <Cell align="right" className="text-ink-2 tabular-nums">
                  {formatQuantity(line)}
                </Cell>
                <Cell className="[overflow-wrap:anywhere]">{rule}</Cell>
                <Cell>
                  <Badge tone={tones[outcome]}>{text(`outcomes.${outcome}`)}</Badge>
                  {problem !== null && <p className="mt-1 text-12 text-ink-2">{problem}</p>}
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </ScrollRegion>
    </>
  )
}
