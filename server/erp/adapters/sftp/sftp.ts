import type { SettingField, Settings } from '#server/erp/adapters/adapter.ts'
import { fileAdapter } from '#server/erp/adapters/folder/file-adapter.ts'
import { type FolderPlace, makePlace } from '#server/erp/adapters/folder/file-store.ts'
import { ownError } from '#server/erp/adapters/protocol/own-error.ts'
import { settingOf, wholeSetting } from '#server/erp/adapters/protocol/values.ts'
import { readPrivateKey } from './private-key.ts'
import { remoteError, remoteStore } from './remote-store.ts'
import { type ByteChannel, openSftp } from './sftp-client.ts'
import { openSshChannel, type SshTarget } from './ssh-link.ts'

const fields: readonly SettingField[] = [
  { name: 'host', type: 'text', isNeeded: true, isTarget: true },
  { name: 'port', type: 'number', standard: '22', isTarget: true },
  { name: 'username', type: 'text', isNeeded: true },
  { name: 'signInBy', type: 'choice', choices: ['password', 'key'], standard: 'password' },
  { name: 'password', type: 'secret', isNeeded: true, shownIf: { field: 'signInBy', choice: 'password' } },
  { name: 'privateKey', type: 'secretArea', isNeeded: true, shownIf: { field: 'signInBy', choice: 'key' } },
  { name: 'passphrase', type: 'secret', shownIf: { field: 'signInBy', choice: 'key' } },
  { name: 'hostKey', type: 'text' },
  { name: 'remoteDirectory', type: 'text', isNeeded: true },
]

/** Milliseconds for signing in, and for each answer of the server. */
const patience = 30_000

/** Files in a folder of another machine, by SFTP. */
export const sftp = fileAdapter({
  kind: 'sftp',
  settings: fields,
  open(settings) {
    const target = targetOf(settings)
    let channel: Promise<ByteChannel> | null = null
    return {
      async place() {
        channel = openSshChannel(target)
        return openRemotePlace(await channel, settingOf(settings, 'remoteDirectory'))
      },
      close: async () => (await channel?.catch(() => null))?.close(),
    }
  },
})

async function openRemotePlace(channel: ByteChannel, directory: string): Promise<FolderPlace> {
  try {
    const client = await openSftp(channel, patience)
    const root = await client.realPath(directory).catch(() => null)
    const there = root === null ? null : await client.attributes(root)
    if (root === null || there === null || there.isFolder === false) throw ownError('folderMissing', { directory })
    return await makePlace(remoteStore(client), root)
  } catch (error) {
    throw remoteError(error)
  }
}

function targetOf(settings: Settings): SshTarget {
  const host = settingOf(settings, 'host')
  if (!/^(?:[\w.-]{1,253}|[\da-fA-F:]+)$/.test(host)) throw ownError('notServer', { server: host })
  const usesKey = settingOf(settings, 'signInBy', 'password') === 'key'
  const [password = '', key = ''] = [settings['password'], settings['privateKey']]
  if ((usesKey ? key : password) === '') throw ownError(usesKey ? 'sftpNoKey' : 'sftpNoPassword')
  return {
    host,
    port: wholeSetting(settings, 'port', 22, 65_535),
    username: settingOf(settings, 'username'),
    password,
    key: usesKey ? readPrivateKey(key, settings['passphrase'] ?? '') : null,
    hostKeys: fingerprintsOf(settingOf(settings, 'hostKey')),
    timeout: patience,
  }
}

/** Fingerprints as `ssh-keygen -l` shows them, one or more. */
function fingerprintsOf(text: string): string[] {
  return text
    .split(/[\s,;]+/)
    .filter((each) => each !== '')
    .map((each) => {
      if (!/^SHA256:[A-Za-z\d+/]{43}=?$/.test(each)) throw ownError('sftpHostKeyFormat', { text: each.slice(0, 80) })
      return each.replace(/=$/, '')
    })
}
