import { logoPath } from '#contract/core/pages.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'

/** The store's logo or name at the top of printed pages; not shown on screen. */
export function PrintHead() {
  const { storeLogo, storeName } = useVisitor().settings
  const picture = logoPath(storeLogo)
  return (
    <div className="mb-4 hidden font-semibold print:block">
      {picture === null ? (
        storeName
      ) : (
        <img src={picture} alt={storeName} className="max-h-16 max-w-60 object-contain" />
      )}
    </div>
  )
}
