import { settingOf } from '#server/erp/adapters/protocol/values.ts'
import { requireOutsideCalls } from '#server/platform/http/outside-switch.ts'
import { fileAdapter } from './file-adapter.ts'
import { openPlace } from './folder-place.ts'

/** Files in a folder of the machine. */
export const folder = fileAdapter({
  kind: 'folder',
  settings: [{ name: 'directory', type: 'text', isNeeded: true }],
  open: (settings, { filesFolder = null }) => ({
    async place() {
      requireOutsideCalls()
      return openPlace(filesFolder, settingOf(settings, 'directory'))
    },
    close: () => Promise.resolve(),
  }),
})
