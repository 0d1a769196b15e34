import {
  importFileBytesMax,
  importFileEndings,
  importFilesMax,
  mayBeImported,
} from '#contract/admin/imports/import-files.ts'
import { adminImportPath } from '#contract/core/record-paths.ts'
import { useTranslation } from '#web/ui/translation.ts'
import { FileDrop } from './file-drop.tsx'
import { sendFiles } from './send-files.ts'

const megabytes = importFileBytesMax / 2 ** 20

/** Accepts dropped or chosen product files, then opens their import. `priceList`: the code of the list that gets the prices. */
export function UploadBox({ priceList }: { priceList: string | null }) {
  const { t } = useTranslation()

  function problemOf(files: readonly File[]): string | null {
    if (files.length > importFilesMax) return t('imports.upload.tooMany', { files: importFilesMax })
    const other = files.find(({ name }) => !mayBeImported(name))
    if (other) return t('imports.upload.otherKind', { name: other.name, endings: importFileEndings.join(', ') })
    const large = files.find(({ size }) => size > importFileBytesMax)
    if (large) return t('imports.upload.tooLarge', { name: large.name, megabytes })
    const empty = files.find(({ size }) => size === 0)
    return empty ? t('imports.upload.isEmpty', { name: empty.name }) : null
  }
  const hint = 'max-w-140 text-12 text-ink-2'
  return (
    <FileDrop
      title={t('imports.upload.title')}
      drop={t('imports.upload.drop')}
      choose={t('imports.upload.choose')}
      endings={importFileEndings}
      multiple
      problemOf={problemOf}
      send={async (files, onProgress) => adminImportPath(await sendFiles(files, priceList, onProgress))}
    >
      {priceList !== null && <p className="text-13">{t('imports.upload.toList', { name: priceList })}</p>}
      <p className={hint}>{t('imports.upload.hint', { files: importFilesMax, megabytes })}</p>
      <p className={hint}>{t('imports.upload.units')}</p>
      <p className={hint}>{t('imports.upload.safe')}</p>
    </FileDrop>
  )
}
