import { useState } from 'react'
import { addFeed, changeFeed, type FeedValues, type ListedFeed } from '#contract/shop/feeds.ts'
import { feedFormats, feedPresetNames, feedPresets } from '#domain/feeds/feed-presets.ts'
import { call, type CallError } from '#web/app/data/call.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Field, TextField } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { useTranslation } from '#web/ui/translation.ts'
import { FeedColumns } from './feed-columns.tsx'
import type { FeedForm } from './feed-form.ts'
import { FeedPrices } from './feed-prices.tsx'
import type { Feeds } from './feed-row.tsx'
import { FeedSelection } from './feed-selection.tsx'

type FeedDialogProps = {
  /** Null for a new one. */
  feed: ListedFeed | null
  feeds: Feeds
  onClose(): void
}

/** Presets that were not tried in a shop of that kind, or whose names could not be verified (docs/feeds.md). */
const untried = new Set<FeedValues['preset']>(['ticimax', 'tsoft', 'ideasoft', 'ikas'])

/** The form of a feed. */
export function FeedDialog({ feed, feeds, onClose }: FeedDialogProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState<FeedValues>(() =>
    feed === null ? newFeed(feeds.list.currencies) : valuesOf(feed),
  )
  const [error, setError] = useState<CallError | null>(null)
  const form: FeedForm = { values, fields: error?.fields ?? {}, change: (part) => setValues({ ...values, ...part }) }
  const { isFixed, formats } = feedPresets[values.preset]

  async function save(): Promise<void> {
    const failure = await feeds.run(
      () =>
        feed === null
          ? call(addFeed, { body: values })
          : call(changeFeed, { params: { id: String(feed.id) }, body: values }),
      t(feed === null ? 'feeds.added' : 'feeds.saved'),
    )
    if (failure === null) onClose()
    else setError(failure)
  }
  return (
    <FormDialog
      width="md"
      title={feed === null ? t('feeds.add') : t('feeds.changeOf', { name: feed.name })}
      saveLabel={t(feed === null ? 'feeds.make' : 'feeds.save')}
      isBusy={feeds.isBusy}
      onSend={save}
      onClose={onClose}
    >
      <TextField
        label={t('feeds.name')}
        hint={t('feeds.nameHint')}
        name="name"
        autoComplete="off"
        maxLength={80}
        value={values.name}
        error={form.fields['name']}
        onChange={({ target }) => form.change({ name: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('feeds.preset')}
          error={form.fields['preset']}
          hint={untried.has(values.preset) ? t(`feeds.presetNotes.${values.preset}`) : undefined}
        >
          {(fieldProps) => (
            <Select
              {...fieldProps}
              name="preset"
              size="lg"
              className="w-full"
              value={values.preset}
              onChange={({ target }) => form.change(withPreset(values, target.value))}
            >
              {feedPresetNames.map((preset) => (
                <option key={preset} value={preset}>
                  {t(`feeds.presets.${preset}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t('feeds.format')} error={form.fields['format']}>
          {(fieldProps) => (
            <Select
              {...fieldProps}
              name="format"
              size="lg"
              className="w-full"
              value={values.format}
              onChange={({ target }) =>
                form.change({ format: feedFormats.find((each) => each === target.value) ?? values.format })
              }
            >
              {formats.map((format) => (
                <option key={format} value={format}>
                  {t(`feeds.formats.${format}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <FeedPrices form={form} feeds={feeds} />
      <FeedSelection form={form} />
      {!isFixed && <FeedColumns key={values.preset} form={form} />}
      <Failure text={error?.message} />
    </FormDialog>
  )
}

function newFeed(currencies: readonly string[]): FeedValues {
  const { formats, root, item, taxIncluded, columns } = feedPresets.standard
  return {
    name: '',
    preset: 'standard',
    format: formats[0] ?? 'xml',
    root,
    item,
    delimiter: ',',
    columns: [...columns],
    price: 'own',
    percent: '0',
    rounding: '0.01',
    currency: currencies[0] ?? 'TRY',
    taxIncluded,
    brands: [],
    categories: [],
  }
}

function valuesOf(feed: ListedFeed): FeedValues {
  const {
    id: _id,
    url: _url,
    user: _user,
    createdAt: _made,
    changedAt: _at,
    lastUsedAt: _used,
    lastUsedFrom: _from,
    ...values
  } = feed
  return values
}

/** What a preset decides; what the products cost and which they are stays. */
function withPreset(values: FeedValues, chosen: string): Partial<FeedValues> {
  const preset = feedPresetNames.find((each) => each === chosen) ?? values.preset
  const { formats, root, item, taxIncluded, columns } = feedPresets[preset]
  const format = formats.includes(values.format) ? values.format : (formats[0] ?? 'xml')
  return { preset, format, root, item, taxIncluded, columns: [...columns] }
}
