import { useRevalidator } from 'react-router'
import {
  changeSearchRule,
  createSearchRule,
  deleteSearchRule,
  type ListedSearchRule,
  type SearchRuleValues,
} from '#contract/admin/search-rules.ts'
import { useAdminCall } from '#web/administration/use-admin-call.ts'
import { call } from '#web/app/data/call.ts'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** Long enough to notice a mistake. */
const undoDuration = 10_000 // milliseconds

const valuesOf = ({ kind, words, targets }: SearchRuleValues): SearchRuleValues => ({ kind, words, targets })
const paramsOf = (id: number) => ({ params: { id: String(id) } })

/** Changes rules; each change can be undone from its toast. */
export function useRuleChanges() {
  const { t } = useTranslation()
  const { revalidate } = useRevalidator()
  const { isBusy, run } = useAdminCall()
  const textOf = (name: string) => t(`administration.searchRules.${name}`)

  function offerUndo(text: string, undo: () => Promise<unknown>): void {
    const action = {
      label: textOf('undo'),
      run: () => void undo().then((reply) => reply !== null && notify.info(textOf('undone'), { id: 'search-rule' })),
    }
    notify.success(textOf(text), { id: 'search-rule', duration: undoDuration, action })
  }
  return {
    isBusy,
    /** Throws CallError, for the form that shows it. `joins`: synonyms extend the group that has one of the words. */
    async save(rule: ListedSearchRule | null, values: SearchRuleValues, joins = false): Promise<void> {
      const saved =
        rule === null
          ? await call(createSearchRule, { body: { values, joins } })
          : await call(changeSearchRule, { ...paramsOf(rule.id), body: { before: valuesOf(rule), values } })
      const { id, before } = saved
      offerUndo('saved', () =>
        before === null
          ? run(deleteSearchRule, paramsOf(id))
          : run(changeSearchRule, { ...paramsOf(id), body: { before: saved.values, values: before } }),
      )
      await revalidate()
    },
    async remove(rule: ListedSearchRule): Promise<void> {
      if ((await run(deleteSearchRule, paramsOf(rule.id))) === null) return
      offerUndo('removed', () => run(createSearchRule, { body: { values: valuesOf(rule) } }))
    },
  }
}
