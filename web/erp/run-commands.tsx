import { useTranslation } from '#web/ui/translation.ts'

/** How to start the program beside the ERP with its key, on both kinds of machines. */
export function RunCommands({ apiKey }: { apiKey: string }) {
  const { t } = useTranslation()
  const variables = [
    ['TOPTAN_URL', window.location.origin],
    ['TOPTAN_KEY', apiKey],
  ] as const
  const systems = [
    ['Windows (PowerShell)', variables.map(([name, value]) => `$env:${name} = "${value}"`).join('\n')],
    ['Linux, macOS', variables.map(([name, value]) => `export ${name}="${value}"`).join('\n')],
  ] as const
  return (
    <div className="flex flex-col gap-2">
      <p className="text-13">{t('erp.runText')}</p>
      {systems.map(([system, lines]) => (
        <div key={system}>
          <p className="text-12 font-medium text-ink-2">{system}</p>
          <pre className="code mt-1 rounded-control bg-fill p-2 text-12 whitespace-pre-wrap [overflow-wrap:anywhere]">
            {`${lines}\nnpx toptan erp run`}
          </pre>
        </div>
      ))}
    </div>
  )
}
