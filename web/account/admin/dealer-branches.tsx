import { Plus, Trash2 } from 'lucide-react'
import type { DealerValues } from '#contract/admin/dealers.ts'
import { Button } from '#web/ui/form/button.tsx'
import { IconButton } from '#web/ui/form/icon-button.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type Branches = DealerValues['branches']
type DealerBranchesProps = { branches: Branches; error: string | undefined; onChange(branches: Branches): void }

/** The dealer's own branches. Branches that the store offers to all dealers are on the warehouses page. */
export function DealerBranches({ branches, error, onChange }: DealerBranchesProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-13 text-ink-2">
        {t(`people.dealers.${branches.length === 0 ? 'noBranches' : 'branchesBeside'}`)}
      </p>
      <ul className="flex w-full max-w-140 flex-col gap-2">
        {branches.map(({ id, name }, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- a new branch has nothing else that names it
          <li key={id ?? `new ${place}`} className="flex items-center gap-2">
            <input
              aria-label={t('people.dealers.branchName', { number: place + 1 })}
              aria-invalid={error === undefined ? undefined : true}
              aria-describedby={error === undefined ? undefined : 'branches-error'}
              maxLength={80}
              value={name}
              onChange={({ target }) =>
                onChange(branches.map((each, at) => (at === place ? { ...each, name: target.value } : each)))
              }
              className="field h-10 w-full px-2.5 max-sm:h-11"
            />
            <IconButton
              label={t('people.dealers.removeBranch', { name: name || String(place + 1) })}
              onClick={() => onChange(branches.filter((_each, at) => at !== place))}
            >
              <Trash2 size={16} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      {error !== undefined && (
        <p id="branches-error" className="text-12 text-danger">
          {error}
        </p>
      )}
      <Button
        icon={<Plus size={16} aria-hidden="true" />}
        disabled={branches.length >= 100}
        onClick={() => onChange([...branches, { id: null, name: '' }])}
      >
        {t('people.dealers.addBranch')}
      </Button>
    </div>
  )
}
