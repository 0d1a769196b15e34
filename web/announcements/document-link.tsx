import { Download, FileArchive, FileImage, FileSpreadsheet, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { documentFilePath } from '#contract/core/announcement-paths.ts'
import type { ShopDocument } from '#contract/shop/documents.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { useTranslation } from '#web/ui/translation.ts'

const icons = { pdf: FileText, xlsx: FileSpreadsheet, zip: FileArchive, picture: FileImage }

/** A file of the shelf, to download. `action`: beside it, in place of the sign. */
export function DocumentLink({ document, action }: { document: ShopDocument; action?: ReactNode }) {
  const { t, formatNumber } = useTranslation()
  const { id, title, type, name, bytes, from, until, language } = document
  const Icon = icons[type]
  const size = t('shelf.size', { size: formatNumber(Math.max(0.1, bytes / 2 ** 20), 1) })
  const period =
    until === null ? formatDay(from) : t('announcements.period', { from: formatDay(from), until: formatDay(until) })
  return (
    <li data-testid="document" className="relative flex items-center gap-3 px-4 py-2.5 text-13 hover:bg-hover">
      <Icon size={20} aria-hidden="true" className="shrink-0 text-ink-2" />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <a
          href={documentFilePath(id)}
          download={name}
          className="font-medium text-brand-ink after:absolute after:inset-0 hover:underline"
        >
          {title}
        </a>
        <span className="block text-12 text-ink-2">
          {[name, size, language === null ? '' : t(`shelf.languages.${language}`), period].filter(Boolean).join(' · ')}
        </span>
      </span>
      {action ?? <Download size={16} aria-hidden="true" className="shrink-0 text-ink-2" />}
    </li>
  )
}
