import { useState } from 'react'
import { type Device, endDevice, endOtherDevices, listDevices } from '#contract/shop/devices.ts'
import { call, CallError } from '#web/app/data/call.ts'
import { Moment } from '#web/app/moment.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { useTranslation } from '#web/ui/translation.ts'

/** The browsers in which the user is signed in; others can be signed out. `loaded` is as of the page. */
export function DevicesPanel({ loaded }: { loaded: readonly Device[] }) {
  const { t } = useTranslation()
  const [devices, setDevices] = useState(loaded)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | undefined>(undefined)
  async function run(end: () => Promise<{ items: Device[] }>, doneText: string): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      setDevices((await end()).items)
      notify.success(doneText, { id: 'account' })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFailure(error.message)
      const current = await call(listDevices).catch(() => null)
      if (current !== null) setDevices(current.items)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-labelledby="devices-title" className="mt-4 rounded-panel border border-line bg-surface p-4 sm:p-5">
      <h2 id="devices-title" className="text-16 font-semibold">
        {t('devices.title')}
      </h2>
      <p className="mt-0.5 text-ink-2">{t('devices.text')}</p>
      <Failure text={failure} className="mt-3" />
      <ul className="mt-3 divide-y divide-line">
        {devices.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            isBusy={isBusy}
            onEnd={() => void run(() => call(endDevice, { params: { id: String(device.id) } }), t('devices.ended'))}
          />
        ))}
      </ul>
      {devices.length > 1 && (
        <Button
          size="card"
          className="mt-2"
          busy={isBusy}
          onClick={() => void run(() => call(endOtherDevices), t('devices.othersEnded'))}
        >
          {t('devices.endOthers')}
        </Button>
      )}
    </section>
  )
}

function DeviceRow({ device, isBusy, onEnd }: { device: Device; isBusy: boolean; onEnd(): void }) {
  const { t } = useTranslation()
  const { browser, system, isCurrent, address, signedInAt, lastSeenAt } = device
  const known = [browser, system].filter((name) => name !== null)
  const name = known.length === 0 ? t('devices.unknown') : known.join(' · ')
  return (
    <li data-testid="device" className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {name} {isCurrent && <Badge tone="success">{t('devices.current')}</Badge>}
        </p>
        <p className="text-12 text-ink-2">
          {t('devices.signedIn')}: <Moment date={signedInAt} /> {address !== '' && `· ${address}`}
        </p>
        {!isCurrent && (
          <p className="text-12 text-ink-2">
            {t('devices.lastSeen')}: <Moment date={lastSeenAt} />
          </p>
        )}
      </div>
      {!isCurrent && (
        <Button aria-label={t('devices.endOf', { name })} disabled={isBusy} onClick={onEnd}>
          {t('devices.end')}
        </Button>
      )}
    </li>
  )
}
