import { setTimeout as sleep } from 'node:timers/promises'
import { inboundResources, type InboundResource } from '#domain/erp/mapping.ts'
import type { AdapterTools, ErpAdapter, SettingField, Settings } from '#server/erp/adapters/adapter.ts'
import { plainTemplate, withDelivery } from '#server/erp/adapters/protocol/plain-template.ts'
import { settingOf, wholeSetting } from '#server/erp/adapters/protocol/values.ts'
import { type FileFormat, fileFormats } from './document-file.ts'
import type { FolderPlace } from './file-store.ts'
import { readAnswers } from './folder-answers.ts'
import { findInFolder, type FolderTargets, writeToFolder } from './folder-documents.ts'
import { type Completeness, listFiles, namePattern } from './folder-files.ts'
import { readFolder } from './read-folder.ts'

const usualPattern = (resource: InboundResource) => `${resource}*`

const fields: readonly SettingField[] = [
  { name: 'format', type: 'choice', choices: fileFormats, standard: 'json' },
  { name: 'completeBy', type: 'choice', choices: ['stable', 'ok'], standard: 'stable' },
  { name: 'stableSeconds', type: 'number', standard: '3' },
  { name: 'acknowledges', type: 'switch', standard: '1' },
  ...inboundResources.map(
    (resource): SettingField => ({
      name: `${resource}Files`,
      type: 'text',
      standard: usualPattern(resource),
      group: 'files',
    }),
  ),
]

type FileAdapter = {
  kind: string
  /** Fields of the form before those of all folders. */
  settings: readonly SettingField[]
  /** Checks the settings; the folder is opened with the first file. */
  open(settings: Settings, tools: AdapterTools): { place(): Promise<FolderPlace>; close(): Promise<void> }
}

/** Files in a folder, in both directions (docs/erp.md). */
export const fileAdapter = ({ kind, settings: own, open }: FileAdapter): ErpAdapter => ({
  kind,
  settings: [...own, ...fields],
  inbound: Object.fromEntries(inboundResources.map((resource) => [resource, { changes: 'counter' }])),
  outbound: ['order', 'cancellation', 'payment', 'refund'],
  // Only a person knows whether a file has everything.
  fullEveryHours: null,
  template: withDelivery(plainTemplate('turkishNumber')),
  knownFields: { 'outbound.cancellation.lines': [], 'outbound.payment.lines': [], 'outbound.refund.lines': [] },
  open(settings, tools) {
    const { now } = tools
    const completeness = completenessOf(settings)
    const patterns = Object.fromEntries(
      inboundResources.map((resource) => [resource, namePattern(patternOf(settings, resource))]),
    ) as Record<InboundResource, (name: string) => boolean>
    const format = settingOf(settings, 'format', 'json') as FileFormat
    const acknowledges = settingOf(settings, 'acknowledges', '1') === '1'
    const folder = open(settings, tools)
    let opened: Promise<FolderPlace> | null = null
    const place = () => (opened ??= folder.place())
    let answered: Promise<FolderTargets> | null = null
    /** Answers are read once in a session, before the first document is looked up. */
    const targets = () => {
      answered ??= (async () => {
        const reached: FolderTargets = { place: await place(), format, acknowledges, now }
        await readAnswers(reached, completeness)
        return reached
      })()
      return answered
    }
    return {
      check: async () => check(await place(), patterns),
      async *read(resource, from) {
        yield* readFolder({ place: await place(), fits: patterns[resource], completeness, now }, from)
      },
      find: async (document, number) => findInFolder(await targets(), document, number),
      write: async (document) => writeToFolder({ place: await place(), format, acknowledges, now }, document),
      close: () => folder.close(),
    }
  },
})

const patternOf = (settings: Settings, resource: InboundResource) =>
  settingOf(settings, `${resource}Files`, usualPattern(resource))

function completenessOf(settings: Settings): Completeness {
  const seconds = wholeSetting(settings, 'stableSeconds', 3, 60)
  return settingOf(settings, 'completeBy', 'stable') === 'ok'
    ? { by: 'ok' }
    : { by: 'stable', wait: () => sleep(seconds * 1000) }
}

/** What waits in the folder, and what no pattern fits. */
async function check(
  place: FolderPlace,
  patterns: Readonly<Record<InboundResource, (name: string) => boolean>>,
): Promise<Record<string, string>> {
  const files = await listFiles(place.store, place.in)
  const isUsed = (name: string) => Object.values(patterns).some((fits) => fits(name))
  const unused = files.filter(({ name }) => !isUsed(name)).map(({ name }) => name)
  return {
    directory: place.root,
    waitingFiles: String(files.length - unused.length),
    ...(unused.length > 0 && { unusedFiles: unused.slice(0, 5).join(', ') }),
  }
}
