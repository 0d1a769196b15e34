import { type Network, networks } from '#contract/shop/social-links.ts'
import { Switch } from '#web/ui/form/switch.tsx'
import { useTranslation } from '#web/ui/translation.ts'

type SocialRow = { isShown: boolean; url: string }

function readRows(value: string): SocialRow[] {
  const entries = value.split(';').map((entry) => entry.trim())
  return networks.map((_, i) => {
    const entry = entries[i] ?? ''
    return { isShown: !entry.startsWith('0'), url: entry.slice(2) }
  })
}

function writeRows(rows: readonly SocialRow[]): string {
  // A separator cannot be part of an entry.
  const entries = rows.map(({ isShown, url }) => `${isShown ? '1' : '0'}:${url.replaceAll(';', '%3B').trim()}`)
  return entries.every((entry) => entry === '1:') ? '' : entries.join(';')
}

type SocialControlProps = { value: string; isWrong: boolean; describedBy: string; onChange(value: string): void }

/** One row per network, in the order of the setting's entries. */
export function SocialControl({ value, isWrong, describedBy, onChange }: SocialControlProps) {
  const { t } = useTranslation()
  const rows = readRows(value)
  const change = (at: number, part: Partial<SocialRow>) =>
    onChange(writeRows(rows.map((row, i) => (i === at ? { ...row, ...part } : row))))
  return (
    <ul className="flex flex-col gap-2">
      {networks.map((network: Network, i) => {
        const name = t(`shell.networks.${network}`)
        const { isShown, url } = rows[i] ?? { isShown: true, url: '' }
        return (
          <li key={network} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="w-24 text-13 font-medium max-sm:flex-1">{name}</span>
            <input
              type="url"
              inputMode="url"
              aria-label={t('settings.screen.address', { network: name })}
              aria-describedby={describedBy}
              aria-invalid={isWrong || undefined}
              placeholder="https://"
              maxLength={380}
              value={url}
              onChange={(event) => change(i, { url: event.currentTarget.value })}
              className="field h-9 min-w-0 flex-1 px-2.5 text-13 max-sm:order-last max-sm:h-11 max-sm:w-full max-sm:flex-none max-sm:text-15"
            />
            <Switch
              isOn={isShown}
              aria-label={t('settings.screen.showNetwork', { network: name })}
              onChange={(isOn) => change(i, { isShown: isOn })}
            >
              {t('settings.screen.shown')}
            </Switch>
          </li>
        )
      })}
    </ul>
  )
}
