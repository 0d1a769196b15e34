import { settingOf } from '#server/erp/adapters/protocol/values.ts'
import { fileAdapter } from './file-adapter.ts'
import { openPlace } from './folder-place.ts'

/** Files in a folder of the machine. */
export const folder = fileAdapter({
  kind: 'folder',
  settings: [{ name: 'directory', type: 'text', isNeeded: true }],
  open: (settings, { filesFolder = null }) => ({
    place: () => openPlace(filesFolder, settingOf(settings, 'directory')),
    close: () => Promise.resolve(),
  }),
})
