import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type ManagedPosRule, removePosRule } from '#contract/admin/pos-rules.ts'
import { MayChange } from '#web/administration/may-change.tsx'
import { call } from '#web/app/data/call.ts'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { type Rules, useRuleTexts } from './use-rules.ts'

/** A rule or account at the end of its list cannot move on. */
const faint = 'disabled:opacity-40'

type RuleRowProps = { rule: ManagedPosRule; at: number; rules: Rules }

/** A rule in its place: what it is for, which accounts it chooses from, and what is odd about it. */
export function RuleRow({ rule, at, rules }: RuleRowProps) {
  const { t } = useTranslation()
  const texts = useRuleTexts(rules)
  const { values, problems } = rule
  const { name, isActive, target } = values
  const textOf = (key: string) => t(`administration.posRules.${key}`, { name })
  return (
    <li
      data-testid={`pos-rule-${rule.id}`}
      className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-t-0"
    >
      <span className="w-5 pt-0.5 text-right text-13 text-ink-2 tabular-nums">{at + 1}</span>
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-semibold [overflow-wrap:anywhere]">
          {name}
          {!isActive && <Badge>{textOf('inactive')}</Badge>}
        </p>
        <p className="text-13 text-ink-2 [overflow-wrap:anywhere]">{texts.conditions(values).join(' · ')}</p>
        <p className="text-13 [overflow-wrap:anywhere]">
          <span className="text-ink-2">{textOf(`targets.${target}`)}:</span> {texts.target(rule)}
        </p>
        {problems.map((problem) => (
          <p
            key={JSON.stringify(problem)}
            className={problem.kind === 'reserve' ? 'text-12 text-ink-2' : 'text-12 text-warning'}
          >
            {texts.problem(problem)}
          </p>
        ))}
      </div>
      <MayChange>
        <RuleActions rule={rule} at={at} rules={rules} />
      </MayChange>
    </li>
  )
}

function RuleActions({ rule, at, rules }: RuleRowProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { isBusy, items } = rules
  const { name } = rule.values
  const textOf = (key: string) => t(`administration.posRules.${key}`, { name })

  async function remove(): Promise<void> {
    const answer = await showAlert({
      title: textOf('removeOf'),
      text: textOf('removeText'),
      actions: [{ label: textOf('remove'), value: 'go', variant: 'danger' }],
      close: t('ui.cancel'),
    })
    if (answer !== 'go') return
    await rules.runOrAlert(() => call(removePosRule, { params: { id: String(rule.id) } }), textOf('removed'))
  }
  return (
    <div className="flex">
      <IconButton
        label={textOf('up')}
        className={faint}
        disabled={isBusy || at === 0}
        onClick={() => void rules.move(at, -1)}
      >
        <ArrowUp size={16} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={textOf('down')}
        className={faint}
        disabled={isBusy || at === items.length - 1}
        onClick={() => void rules.move(at, 1)}
      >
        <ArrowDown size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label={textOf('changeRow')} onClick={() => setOpen(true)}>
        <Pencil size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label={textOf('removeRow')} variant="danger" onClick={() => void remove()}>
        <Trash2 size={16} aria-hidden="true" />
      </IconButton>
      {isOpen && <RuleDialog rule={rule} rules={rules} onClose={() => setOpen(false)} />}
    </div>
  )
}
