import { ChevronDown } from 'lucide-react'
import { useTranslation } from '#web/ui/translation.ts'
import { Link } from '#web/ui/link.tsx'
import type { CategoryNode } from '#contract/shop/categories.ts'
import { pages } from '#contract/core/pages.ts'
import { Drawer } from '#web/ui/overlay/drawer.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { useCategoryTree } from './use-category-tree.ts'

/** Categories on phones: each level expands in place. */
export function CategoryDrawer({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  const { t } = useTranslation()
  const { hasCampaigns } = useVisitor()
  const close = () => onOpenChange(false)
  const style = 'flex min-h-12 items-center border-b border-line px-4 font-medium'
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title={t('shell.categories')}>
      <Link to={pages.home} onClick={close} className={style}>
        {t('shell.allProducts')}
      </Link>
      {hasCampaigns ? (
        <Link to={pages.campaigns} onClick={close} className={style}>
          {t('campaigns.title')}
        </Link>
      ) : null}
      <Tree onLeave={close} />
    </Drawer>
  )
}

const indents = ['pl-4', 'pl-8', 'pl-12']

function Branch({ nodes, depth, onLeave }: { nodes: readonly CategoryNode[]; depth: number; onLeave(): void }) {
  const indent = indents[depth] ?? 'pl-12'
  return (
    <ul>
      {nodes.map((node) => (
        <li key={node.id} className={depth === 0 ? 'border-b border-line' : ''}>
          {node.children.length === 0 ? (
            <CategoryLink node={node} indent={indent} onLeave={onLeave} />
          ) : (
            <details className="group/branch">
              <summary
                className={`flex min-h-12 cursor-pointer list-none items-center justify-between pr-4 ${indent} [&::-webkit-details-marker]:hidden`}
              >
                {node.name}
                <ChevronDown size={18} aria-hidden="true" className="text-ink-3 [[open]>summary>&]:rotate-180" />
              </summary>
              <AllOf node={node} depth={depth} onLeave={onLeave} />
              <Branch nodes={node.children} depth={depth + 1} onLeave={onLeave} />
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}

function Tree({ onLeave }: { onLeave(): void }) {
  const tree = useCategoryTree()
  if (tree !== undefined) return <Branch nodes={tree} depth={0} onLeave={onLeave} />
  return (
    <div className="space-y-6 p-4" aria-busy="true">
      {Array.from({ length: 8 }, (_, i) => (
        <Skeleton key={i} className="h-6" />
      ))}
    </div>
  )
}

function AllOf({ node, depth, onLeave }: { node: CategoryNode; depth: number; onLeave(): void }) {
  const { t } = useTranslation()
  return (
    <Link
      to={node.url}
      onClick={onLeave}
      className={`flex min-h-11 items-center pr-4 font-medium text-brand-ink ${indents[depth + 1] ?? 'pl-12'}`}
    >
      {t('shell.allOf', { name: node.name })}
    </Link>
  )
}

function CategoryLink({ node, indent, onLeave }: { node: CategoryNode; indent: string; onLeave(): void }) {
  return (
    <Link to={node.url} onClick={onLeave} className={`flex min-h-11 items-center pr-4 text-ink-2 ${indent}`}>
      {node.name}
    </Link>
  )
}
