import { Link } from '#web/ui/link.tsx'
import { fileImportAreas, fileImportKinds, type FileImportKind } from '#contract/admin/imports/file-import-options.ts'
import { adminFileImportsPath, adminImportSourcesPath } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { classes } from '#web/ui/classes.ts'
import { useTranslation } from '#web/ui/translation.ts'

type Kind = FileImportKind | 'products' | 'sources'

const pathOf = (kind: Kind): string => {
  if (kind === 'products') return pages.adminImports
  return kind === 'sources' ? adminImportSourcesPath : adminFileImportsPath(kind)
}

/** Links to the imports of each kind of data, and to the sources of product files. */
export function ImportKinds({ current }: { current: Kind }) {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const shown = (['products', 'sources', ...fileImportKinds] as const).filter((kind) => {
    const area = kind === 'products' || kind === 'sources' ? 'catalog' : fileImportAreas[kind]
    return user?.permissions.includes(`${area}:read`)
  })
  return (
    <nav aria-label={t('imports.files.kindsLabel')} className="flex flex-wrap gap-1">
      {shown.map((kind) => (
        <Link
          key={kind}
          to={pathOf(kind)}
          aria-current={kind === current ? 'page' : undefined}
          className={classes(
            'inline-flex min-h-8 items-center rounded-control px-2.5 text-13 font-medium hover:bg-hover pointer-coarse:min-h-11',
            kind === current && 'bg-brand-soft text-brand-ink hover:bg-brand-soft',
          )}
        >
          {kind === 'sources' ? t('imports.sources.link') : t(`imports.files.kinds.${kind}`)}
        </Link>
      ))}
    </nav>
  )
}
