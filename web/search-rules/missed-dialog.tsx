import { useEffect, useState } from 'react'
import type { Reply } from '#contract/core/endpoint.ts'
import { proposeForSearch, type SearchRuleValues } from '#contract/admin/search-rules.ts'
import { call, CallError } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { TextField } from '#web/ui/form/field.tsx'
import { formTexts } from '#web/ui/form/form-text.ts'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { useRuleChanges } from './use-rule-changes.ts'

export type MissedRuleKind = 'synonyms' | 'redirect'
type MissedDialogProps = { query: string; kind: MissedRuleKind; onClose(): void }
type Proposals = Reply<typeof proposeForSearch>

/** Makes a rule of a search without a result: by one click on a proposal, or with what is typed. */
export function MissedDialog({ query, kind, onClose }: MissedDialogProps) {
  const { t } = useTranslation()
  const text = (name: string) => t(`administration.missedSearches.${name}`, { query })
  const proposals = useProposals(query)
  const { isBusy, failure, send } = useSubmit()
  const { save } = useRuleChanges()
  const add = (values: SearchRuleValues) =>
    send(async () => {
      await save(null, values, true)
      onClose()
    })
  const choose = (word: string) =>
    void add(
      kind === 'synonyms' ? { kind, words: [word, query], targets: [] } : { kind, words: [query], targets: [word] },
    )
  const problem = failure && (failure.fields['targets'] ?? failure.fields['words'])
  return (
    <FormDialog
      title={text(`form.${kind === 'synonyms' ? 'synonymTitle' : 'redirectTitle'}`)}
      saveLabel={text('form.save')}
      isBusy={isBusy}
      size="lg"
      onSend={(form) => choose(formTexts(form)('target'))}
      onClose={onClose}
    >
      <Failure text={failure && problem === undefined ? failure.message : undefined} />
      {/* As high as one group of proposals: the buttons below stay in place when they arrive. */}
      <div role="status" className="flex min-h-15 flex-col gap-3">
        <ProposalList
          query={query}
          proposals={proposals}
          kind={kind}
          isBusy={isBusy}
          onChoose={choose}
          onCode={(code) => void add({ kind: 'code', words: [query], targets: [code] })}
        />
      </div>
      <TextField
        name="target"
        label={kind === 'synonyms' ? text('form.word') : t('administration.searchRules.form.targets.redirect')}
        hint={kind === 'redirect' ? t('administration.searchRules.form.pathHint') : undefined}
        error={problem ?? undefined}
        maxLength={1000}
        autoComplete="off"
      />
    </FormDialog>
  )
}

/** null while they are loaded; 'failed' when they could not be. */
function useProposals(query: string): Proposals | 'failed' | null {
  const [proposals, setProposals] = useState<Proposals | 'failed' | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    call(proposeForSearch, { query: { q: query } }, { signal: controller.signal })
      .then(setProposals)
      .catch((error: unknown) => {
        if (controller.signal.aborted) return
        if (!(error instanceof CallError)) throw error
        setProposals('failed')
      })
    return () => controller.abort()
  }, [query])
  return proposals
}

type ProposalListProps = {
  query: string
  proposals: Proposals | 'failed' | null
  kind: MissedRuleKind
  isBusy: boolean
  onChoose(target: string): void
  onCode(code: string): void
}

function ProposalList({ query, proposals, kind, isBusy, onChoose, onCode }: ProposalListProps) {
  const { t, formatQuantity } = useTranslation()
  const text = (name: string) => t(`administration.missedSearches.proposals.${name}`)
  if (proposals === null) return <p className="text-13 text-ink-2">{text('loading')}</p>
  if (proposals === 'failed') return <p className="text-13 text-ink-2">{text('failed')}</p>
  const { searches, words, places, products } = proposals
  const groups =
    kind === 'redirect'
      ? [
          {
            name: 'places',
            items: places.map(({ name, path, count }) => ({
              key: path,
              label: `${name} (${formatQuantity(count)})`,
              choose: () => onChoose(path),
            })),
          },
        ]
      : [
          ...Object.entries({ searches, words }).map(([name, texts]) => ({
            name,
            items: texts.map((word) => ({ key: word, label: word, choose: () => onChoose(word) })),
          })),
          {
            name: 'products',
            items: (/\d/.test(query) ? products : []).map(({ code, name }) => ({
              key: code,
              label: `${code} · ${name}`,
              choose: () => onCode(code),
            })),
          },
        ]
  const filled = groups.filter(({ items }) => items.length > 0)
  if (filled.length === 0) return <p className="text-13 text-ink-2">{text('none')}</p>
  return filled.map(({ name, items }) => (
    <section key={name} aria-label={text(name)}>
      <h3 className="mb-1 text-13 font-medium text-ink-2">{text(name)}</h3>
      <div className="flex flex-wrap gap-1.5">
        {items.map(({ key, label, choose }) => (
          <Button key={key} disabled={isBusy} className="max-w-full" onClick={choose}>
            <span className="truncate">{label}</span>
          </Button>
        ))}
      </div>
    </section>
  ))
}
