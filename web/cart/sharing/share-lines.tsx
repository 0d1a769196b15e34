import '#web/app/page-words.ts'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { sharedDraftPath } from '#contract/core/cart-paths.ts'
import { shareDraft, sharedDraftDays, sharedTitleMax } from '#contract/shop/shared-drafts.ts'
import { call } from '#web/app/data/call.ts'
import { useSubmit } from '#web/app/data/use-submit.ts'
import { LinkDialog } from '#web/product/link-dialog.tsx'
import { MessageItems, type MessageLine } from '#web/product/message-items.tsx'
import { buttonClasses } from '#web/ui/form/button.tsx'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { MenuItem } from '#web/ui/overlay/menu-items.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type ShareLinesProps = {
  title: string
  /** The lines that are loaded, of `count`. */
  lines: readonly MessageLine[]
  count: number
  /** All lines, read when a link is made. */
  loadLines(): Promise<readonly MessageLine[]>
  /** Addresses of the lines as files. */
  files: readonly { format: 'xlsx' | 'pdf'; path: string }[]
}

/** Passes lines on: as a link by which colleagues open a copy on the order pad, as the text of a message, as files. */
export function ShareLines({ title, lines, count, loadLines, files }: ShareLinesProps) {
  const { t } = useTranslation()
  const [link, setLink] = useState<{ url: string; count: number } | null>(null)
  const { send } = useSubmit()
  const makeLink = () =>
    send(
      async () => {
        const all = await loadLines()
        const drafts = all.map(({ code, quantity, unit }) => ({ code, quantity: String(quantity), unit }))
        const { token } = await call(shareDraft, { body: { title: title.slice(0, sharedTitleMax), lines: drafts } })
        setLink({ url: new URL(sharedDraftPath(token), location.origin).href, count: all.length })
      },
      ({ message }) => showAlert({ text: message }),
    )
  return (
    <>
      <Menu
        align="start"
        trigger={
          <>
            <Share2 size={16} aria-hidden="true" /> {t('sharing.menu')}
          </>
        }
        triggerClassName={buttonClasses('outline', 'md')}
      >
        <MenuItem onSelect={() => void makeLink()}>{t('sharing.link')}</MenuItem>
        <MessageItems title={title} lines={lines} count={count} />
        {files.map(({ format, path }) => (
          <MenuItem key={format} onSelect={() => location.assign(path)}>
            {t(`sharing.${format}`)}
          </MenuItem>
        ))}
      </Menu>
      {link !== null && (
        <LinkDialog
          url={link.url}
          text={t('sharing.linkText', { count: link.count, days: sharedDraftDays })}
          onClose={() => setLink(null)}
        />
      )}
    </>
  )
}
